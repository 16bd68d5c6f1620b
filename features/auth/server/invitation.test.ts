import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { removeWhatIsOver } from '#features/privacy/server/remove-due.ts'
import { openLaboratoryOf } from '#tenancy/server/guards.ts'
import { listMails, type Writer } from '#tenancy/server/outbox-sql.ts'
import { startTestApp } from '#test/harness.ts'
import type { TestLaboratory, TestPractice, TestUser } from '#test/make.ts'
import { waitedFor } from '#test/waited-for.ts'
import { type Invited, invite, makeInvitation } from './invitation.ts'
import { type Link, makeLink, tokenHashOf } from './link.ts'

const { app, make, tokenFor } = startTestApp()
const { database, outbox } = app.api.services

let laboratory: TestLaboratory
let practice: TestPractice
beforeAll(async () => {
  laboratory = await make.laboratory()
  practice = await make.practice(laboratory)
})

const invited = (of: TestPractice | TestLaboratory = practice, values = {}) =>
  make.user(of, { password_hash: null, ...values })
const person = ({ id, login }: TestUser): Invited => ({
  id,
  login,
  email: `${login}@example.test`,
  firstName: 'Claire',
  lastName: 'Martin',
  language: 'en',
})
const inLaboratory = <T>(work: Parameters<typeof openLaboratoryOf<T>>[3]) =>
  openLaboratoryOf(database, laboratory.id, 'write', work)
/** Runs work in a transaction of this signed-in user. */
async function doing<T>(user: TestUser, work: (writer: Writer) => Promise<T>): Promise<T> {
  const sessionId = String(decodeJwt(await tokenFor(user)).sid)
  const { id: brandId, host } = user.laboratory
  return database.withTenant({ for: 'session', host, brandId, sessionId }, 'write', tx => work({ tx, brandId }))
}
const makeFor = (user: TestUser, purpose: 'invitation' | 'reset' = 'invitation') =>
  inLaboratory(writer => makeLink(writer, user.id, purpose))
const hashIn = ({ path }: Link) => tokenHashOf(path.split('=')[1] ?? '')
const opened = (link: Link, host = laboratory.host) =>
  database.withTenant({ for: 'password_link', host, tokenHash: hashIn(link) }, 'read', async (_tx, facts) => facts)
const age = (minutes: number, user: TestUser) =>
  make.within(laboratory.id, client =>
    client.query(
      `update password_links set created_at = created_at - make_interval(mins => $1),
         expires_at = expires_at - make_interval(mins => $1) where user_id = $2`,
      [minutes, user.id],
    ),
  )
const links = async (user: TestUser) => {
  const { rows } = await make.within(laboratory.id, client =>
    client.query<{ hash: Buffer }>('select token_hash as hash from password_links where user_id = $1', [user.id]),
  )
  return rows.map(({ hash }) => hash)
}

describe('an invitation', () => {
  it('is mailed in the language of the invited, with a link that says whose it is and of which only the hash is kept', async () => {
    const user = await invited()
    const link = await inLaboratory(writer => invite(outbox, writer, person(user)))
    expect(link.path).toMatch(/^\/login#invitation=[\w-]{43}$/)
    const [mail] = await inLaboratory(actor => listMails(actor, { most: 1 }))
    expect(mail).toMatchObject({
      recipient: `${user.login}@example.test`,
      subject: expect.stringMatching(/\S: your access to the portal$/),
    })
    expect(mail?.text_part).toContain(
      `https://${laboratory.host}${link.path}&login=${encodeURIComponent(user.login)}\n`,
    )
    expect(await links(user)).toEqual([hashIn(link)])
    expect(await opened(link)).toMatchObject({ user_id: user.id, login: user.login, purpose: 'invitation' })
  })

  it('is not kept, and not mailed, where the transaction of whoever asked is broken off', async () => {
    const user = await invited()
    const never = inLaboratory(async writer => {
      await invite(outbox, writer, person(user))
      throw new Error('No.')
    })
    await expect(never).rejects.toThrow('No.')
    expect(await links(user)).toEqual([])
    const mails = await inLaboratory(actor => listMails(actor, { most: 50 }))
    expect(mails.map(({ recipient }) => recipient)).not.toContain(person(user).email)
  })

  it('can be made by staff for a practice and for colleagues, and by a manager for their own practice alone', async () => {
    const [staff, manager] = [await make.user(laboratory), await make.user(practice, { account_type: 'manager' })]
    const [colleague, neighbour, another] = [
      await invited(),
      await invited(await make.practice(laboratory)),
      await invited(laboratory),
    ]
    for (const [by, user] of [
      [staff, neighbour],
      [staff, another],
      [manager, colleague],
    ] as const)
      expect(await opened(await doing(by, writer => invite(outbox, writer, person(user))))).toMatchObject({
        user_id: user.id,
      })
    for (const user of [neighbour, another])
      await expect(doing(manager, writer => invite(outbox, writer, person(user)))).rejects.toMatchObject({
        code: '42501',
      })
  })

  it('ends when another one is made', async () => {
    const user = await invited()
    const [first, second] = [
      await inLaboratory(writer => makeInvitation(writer, user.id)),
      await inLaboratory(writer => makeInvitation(writer, user.id)),
    ]
    await expect(opened(first)).rejects.toMatchObject({ code: 'not_found' })
    expect(await opened(second)).toMatchObject({ state: 'open' })
  })

  it('opens nothing for somebody who has a password, or is disabled', async () => {
    for (const user of [await make.user(practice), await invited(practice, { disabled_at: new Date() })])
      await expect(opened(await makeFor(user))).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('a link', () => {
  it('opens nothing of another laboratory, nor where there is none', async () => {
    const link = await makeFor(await invited())
    await expect(opened(link, (await make.laboratory()).host)).rejects.toMatchObject({ code: 'not_found' })
    await expect(opened(link, 'nowhere.test')).rejects.toMatchObject({ code: 'brand_unknown' })
  })

  it.each([
    ['invitation', 7 * 24 * 60],
    ['reset', 30],
  ] as const)('for %s is over after %i minutes, and cannot be made for longer', async (purpose, minutes) => {
    const user = await invited()
    const link = await makeFor(user, purpose)
    await age(minutes - 1, user)
    expect(await opened(link)).toMatchObject({ user_id: user.id, purpose })
    await age(1, user)
    await expect(opened(link)).rejects.toMatchObject({ code: 'not_found' })
    const values = { brand_id: laboratory.id, user_id: user.id, purpose, token_hash: Buffer.alloc(32) }
    const expires_at = new Date(Date.now() + (minutes + 1) * 60_000)
    await expect(make.insert(laboratory.id, 'password_links', { ...values, expires_at })).rejects.toMatchObject({
      constraint: 'password_links__life',
    })
  })

  it('lets its holder see no practice, user, session, mail or link, and choose no password but by it', async () => {
    const user = await invited()
    const link = await makeFor(user)
    const holding = <T>(work: (tx: Writer['tx']) => Promise<T>) =>
      database.withTenant({ for: 'password_link', host: laboratory.host, tokenHash: hashIn(link) }, 'write', work)
    for (const table of ['practices', 'users', 'sessions', 'orders', 'mails', 'password_links'] as const)
      expect(await holding(tx => tx.selectFrom(table).select('brand_id').execute()), table).toEqual([])
    const hashOfMine = '$argon2id$of-mine'
    const [updated] = await holding(tx => tx.updateTable('users').set({ password_hash: hashOfMine }).execute())
    expect(updated?.numUpdatedRows).toBe(0n)
    const choose = (tokenHash: Buffer) =>
      holding(async tx => {
        const { rows } = await sql<{ ended: unknown }>`
          select tenant.choose_password(${tokenHash}, ${hashOfMine}) as ended`.execute(tx)
        // The transaction must keep its narrow rights afterwards.
        expect(await tx.selectFrom('users').select('id').execute()).toEqual([])
        return rows
      })
    expect(await choose(Buffer.alloc(32))).toEqual([{ ended: null }])
    expect(await choose(hashIn(link))).toEqual([{ ended: [] }])
  })

  it('cannot be followed by anybody who has opened something else', async () => {
    const user = await invited()
    const link = await makeFor(user)
    const choose = ({ tx }: Writer) => sql`select tenant.choose_password(${hashIn(link)}, '$argon2id$')`.execute(tx)
    await expect(inLaboratory(choose)).rejects.toMatchObject({ code: '42501' })
    await expect(doing(await make.user(laboratory), choose)).rejects.toMatchObject({ code: '42501' })
  })

  it('of twenty that are used at once lets one choose, which ends the user’s other links and sessions, and nobody else’s', async () => {
    const [user, bystander] = [await make.user(practice), await make.user(practice)]
    await Promise.all([tokenFor(user), tokenFor(user), tokenFor(bystander), makeFor(user, 'reset')])
    const others = await makeFor(bystander, 'reset')
    const link = await makeFor(user, 'reset')
    const use = (index: number) =>
      app.api.services.database
        .withTenant({ for: 'password_link', host: laboratory.host, tokenHash: hashIn(link) }, 'write', async tx => {
          const { rows } = await sql<{ ended: string[] | null }>`
            select tenant.choose_password(${hashIn(link)}, ${`$argon2id$${index}`}) as ended`.execute(tx)
          return rows[0]?.ended
        })
        .catch(error => error.code)
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => use(index)))
    const successes = answers.filter(Array.isArray)
    expect(successes).toEqual([[expect.any(String), expect.any(String)]])
    expect(answers.filter(answer => answer === null || answer === 'not_found')).toHaveLength(19)
    expect(await links(user)).toEqual([])
    expect(await opened(others)).toMatchObject({ user_id: bystander.id })
    const { rows } = await make.within(laboratory.id, client =>
      client.query(
        `select user_id as id, ended_because as because, count(*)::int from sessions
         where user_id in ($1, $2) group by 1, 2 order by 3`,
        [user.id, bystander.id],
      ),
    )
    expect(rows).toEqual([
      { id: bystander.id, because: null, count: 1 },
      { id: user.id, because: 'password_changed', count: 2 },
    ])
  })

  it('that a second one has opened and uses before the first has ended lets the first alone choose', async () => {
    const user = await make.user(practice)
    const link = await makeFor(user, 'reset')
    const choose = async (tx: Writer['tx'], hash: string) =>
      (
        await sql<{ ended: string[] | null }>`select tenant.choose_password(${hashIn(link)}, ${hash}) as ended`.execute(
          tx,
        )
      ).rows[0]?.ended
    const open = <T>(work: (tx: Writer['tx']) => Promise<T>) =>
      database.withTenant({ for: 'password_link', host: laboratory.host, tokenHash: hashIn(link) }, 'write', work)
    const isOpen = Promise.withResolvers<number>()
    const isUsed = Promise.withResolvers<void>()
    const late = open(async tx => {
      isOpen.resolve((await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)).rows[0]?.pid ?? 0)
      await isUsed.promise
      return choose(tx, '$argon2id$late')
    })
    const first = await open(async tx => {
      const pid = await isOpen.promise
      const ended = await choose(tx, '$argon2id$first')
      isUsed.resolve()
      const waits = async () =>
        (await sql<{ waits: boolean }>`select cardinality(pg_blocking_pids(${pid})) > 0 as waits`.execute(tx)).rows[0]
      await expect.poll(waits).toEqual({ waits: true })
      return ended
    })
    expect([first, await late]).toEqual([[], null])
    const { rows } = await make.within(laboratory.id, client =>
      client.query('select password_hash as hash from users where id = $1', [user.id]),
    )
    expect(rows).toEqual([{ hash: '$argon2id$first' }])
  })

  it('that is used while another one is made for the same person waits for it, and neither for ever', async () => {
    const user = await invited()
    const link = await makeFor(user)
    const { chosen } = await make.within(laboratory.id, async client => {
      // The lock order of making a link: first the person, then their links.
      await client.query('select from users where id = $1 for no key update', [user.id])
      const chosen = database
        .withTenant({ for: 'password_link', host: laboratory.host, tokenHash: hashIn(link) }, 'write', async tx => {
          const { rows } = await sql<{ ended: string[] | null }>`
            select tenant.choose_password(${hashIn(link)}, '$argon2id$') as ended`.execute(tx)
          return rows[0]?.ended
        })
        .catch(error => error.code)
      await waitedFor(client)
      await client.query('delete from password_links where user_id = $1', [user.id])
      return { chosen }
    })
    expect(await chosen).toBeNull()
  })

  it('that is over is forgotten', async () => {
    const [user, other] = [await invited(), await invited()]
    await makeFor(user)
    await age(7 * 24 * 60, user)
    await makeFor(other)
    await removeWhatIsOver(database, [laboratory.id])
    expect([await links(user), await links(other)]).toEqual([[], [expect.anything()]])
  })
})

it('no statement of the application reads a link’s hash', async () => {
  const reading = inLaboratory(({ tx }) => tx.selectFrom('password_links').select('token_hash').execute())
  await expect(reading).rejects.toMatchObject({ code: '42501' })
})
