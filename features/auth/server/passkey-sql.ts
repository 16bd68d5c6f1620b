import { sql } from 'kysely'
import type { Laboratory, SignedIn } from '#tenancy/server/actor.ts'
import type { Writer } from '#tenancy/server/outbox-sql.ts'
import { challengeSeconds } from './passkey-challenges.ts'
import { shownOfUser } from './sql.ts'

/** The database's limit per user. */
export const mostPasskeys = 20

/** A passkey made at this host, with its user; `insertSession` checks whether the user may sign in. */
export const findPasskey = ({ tx, brandId }: Laboratory, host: string, credentialId: Buffer) =>
  tx
    .selectFrom('passkeys')
    .innerJoin('users', join =>
      join.onRef('users.brand_id', '=', 'passkeys.brand_id').onRef('users.id', '=', 'passkeys.user_id'),
    )
    .innerJoin('brands', 'brands.id', 'users.brand_id')
    .select([
      ...shownOfUser,
      'users.password_hash',
      'passkeys.id',
      'passkeys.credential_id',
      'passkeys.public_key',
      'passkeys.counter',
    ])
    .where('passkeys.brand_id', '=', brandId)
    .where('passkeys.host', '=', host)
    .where('passkeys.credential_id', '=', credentialId)
    .executeTakeFirst()

/** Marks a challenge as answered; false if it was already. */
export async function spendChallenge({ tx, brandId }: Writer, hash: Buffer): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('spent_challenges')
    .values({
      brand_id: brandId,
      challenge_hash: hash,
      // Doubled, because the clocks of processes may differ.
      forgotten_at: sql<string>`now() + make_interval(secs => ${2 * challengeSeconds})`,
    })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Deletes all users' answered challenges that have expired. */
export const deleteSpentChallenges = ({ tx, brandId }: Laboratory) =>
  tx
    .deleteFrom('spent_challenges')
    .where('brand_id', '=', brandId)
    .where('forgotten_at', '<', sql<string>`now()`)
    .execute()

/** Fails for a passkey removed meanwhile, and for one whose signature counter does not advance: it has been cloned. */
export const setPasskeyUsed = (
  { tx, brandId }: Laboratory,
  id: string,
  { counter, isBackedUp }: { counter: number; isBackedUp: boolean },
) =>
  tx
    .updateTable('passkeys')
    .set({ counter, is_backed_up: isBackedUp, used_at: sql`now()` })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .where(({ eb, and, or }) => or([eb('counter', '<', counter), and([eb('counter', '=', 0), eb.val(counter === 0)])]))
    .returning('id')
    .executeTakeFirst()

/** Newest first. */
export const listPasskeys = ({ tx, brandId, userId }: SignedIn) =>
  tx
    .selectFrom('passkeys')
    .select([
      'id',
      'name',
      'device',
      'host',
      'is_backed_up as isBackedUp',
      'created_at as createdAt',
      'used_at as usedAt',
      'credential_id as credentialId',
      'transports',
    ])
    .where('brand_id', '=', brandId)
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(mostPasskeys)
    .execute()

/** Age of this session in seconds, by the database's clock. */
export const findSignInAge = async ({ tx, brandId, userId, sessionId }: SignedIn): Promise<number> =>
  (
    await tx
      .selectFrom('sessions')
      .select(sql<number>`extract(epoch from now() - created_at)::float8`.as('seconds'))
      .where('brand_id', '=', brandId)
      .where('user_id', '=', userId)
      .where('id', '=', sessionId)
      .executeTakeFirstOrThrow()
  ).seconds

type NewPasskey = {
  host: string
  credentialId: Buffer
  publicKey: Buffer
  counter: number
  transports: string[]
  isBackedUp: boolean
  device: string
}

/** Takes the first free slot; undefined if all are taken. Of simultaneous inserts one succeeds, the others retry. */
export async function insertPasskey({ tx, brandId, userId }: SignedIn, made: NewPasskey) {
  const { host, credentialId, publicKey, counter, transports, isBackedUp, device } = made
  const { rows } = await sql<{ id: string }>`
    insert into passkeys (brand_id, user_id, place, host, credential_id, public_key, counter, transports, is_backed_up, device)
    select ${brandId}, ${userId}, free.place, ${host}, ${credentialId}, ${publicKey}, ${counter}, ${transports},
      ${isBackedUp}, ${device}
    from generate_series(1, ${mostPasskeys}) as free (place)
    where not exists (
      select from passkeys taken
      where taken.brand_id = ${brandId} and taken.user_id = ${userId} and taken.place = free.place)
    order by free.place
    limit 1
    returning id`.execute(tx)
  return rows[0]
}

export const setPasskeyName = ({ tx, brandId, userId }: SignedIn, id: string, name: string) =>
  tx
    .updateTable('passkeys')
    .set({ name })
    .where('brand_id', '=', brandId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()

export const deletePasskey = ({ tx, brandId, userId }: SignedIn, id: string) =>
  tx
    .deleteFrom('passkeys')
    .where('brand_id', '=', brandId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning(['name', 'device'])
    .executeTakeFirst()
