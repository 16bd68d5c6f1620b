import { type DatabaseConnection, Kysely } from 'kysely'
import type pg from 'pg'
import { asOwner } from '#db/owner.ts'
import type { DB } from '#db/schema.ts'
import { makeInvitation } from '#features/auth/server/invitation.ts'
import type { Link } from '#features/auth/server/link.ts'
import { violates } from '#kit/server/database-problem.ts'
import { OperatorError } from '#kit/server/operator-error.ts'
import { typeParsers } from '#tenancy/server/database.ts'
import { dialectOver } from '#tenancy/server/dialect.ts'
import type { Writer } from '#tenancy/server/outbox-sql.ts'
import { insertLaboratory, type StartingLaboratory } from './starting-laboratory.ts'

/** A laboratory whole, with the link by which its administrator comes in, or nothing of it. */
export const makeLaboratory = (ownerUrl: string, laboratory: StartingLaboratory, now: Date) =>
  asOwner(ownerUrl, client =>
    inTransaction(client, async () => {
      const made = await insertLaboratory(client, laboratory, now).catch(error => {
        if (violates(error, 'brand_hosts__host')) throw takenHost(laboratory.host)
        throw error
      })
      return { ...made, link: await makeInvitation(writerOver(client, made.brandId), made.administratorId) }
    }),
  )

const takenHost = (host: string) => new OperatorError(`A laboratory answers at ${host} already: expected another host.`)

/** For an administrator who has not chosen a password and whose link is lost or over; the one before ends. */
export const inviteAdministratorAgain = (ownerUrl: string, host: string): Promise<Link & { login: string }> =>
  asOwner(ownerUrl, client =>
    inTransaction(client, async () => {
      const { rows: hosts } = await client.query<{ brand_id: string }>(
        'select brand_id from brand_hosts where host = $1',
        [host],
      )
      const brandId = hosts[0]?.brand_id
      if (!brandId) throw new OperatorError(`No laboratory answers at ${host}: expected the host of one that is here.`)
      await client.query('select tenant.set_context($1, null, null)', [brandId])
      const { rows: users } = await client.query<{ id: string; login: string }>(
        `select id, login from users
         where brand_id = $1 and role = 'administrator' and password_hash is null and disabled_at is null
         order by created_at limit 1`,
        [brandId],
      )
      const [user] = users
      if (!user) {
        throw new OperatorError(
          `Every administrator at ${host} has chosen a password: "Forgot your password?" on the sign-in page leads to another.`,
        )
      }
      return { ...(await makeInvitation(writerOver(client, brandId), user.id)), login: user.login }
    }),
  )

async function inTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    const done = await work()
    await client.query('commit')
    return done
  } catch (error) {
    // A connection that broke has rolled back by itself: what counts is why.
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/** What features write in a request, written by the owner: in its transaction, within the laboratory that it has opened. */
function writerOver(client: pg.Client, brandId: string): Writer {
  const connection: DatabaseConnection = {
    executeQuery: async ({ sql, parameters }) => {
      const { rows } = await client.query({ text: sql, values: [...parameters], types: typeParsers as typeof pg.types })
      return { rows }
    },
    streamQuery: () => {
      throw new Error('Streaming is not offered to a command.')
    },
  }
  return { tx: new Kysely<DB>({ dialect: dialectOver(connection) }), brandId }
}
