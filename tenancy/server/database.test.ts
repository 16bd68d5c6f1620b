import { randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { tenantKey } from '#db/signing-key.ts'
import { startTestApp, testSecret } from '#test/harness.ts'
import type { TestLaboratory } from '#test/make.ts'
import { Database } from './database.ts'
import type { Opening, OpeningName } from './openings-sql.ts'

const { make, another, tokenFor, database: urls } = startTestApp()

let flooding: TestLaboratory
let other: TestLaboratory
beforeAll(async () => {
  flooding = await make.laboratory()
  other = await make.laboratory()
})

/** Transactions that last until told to end, with their order and outcomes. */
async function connect(connections: number) {
  const database = new Database({
    url: urls.appUrl,
    tenantKey: tenantKey(testSecret),
    connections,
    onIdleError: () => {},
  })
  const begun: string[] = []
  const ends: (() => void)[] = []
  let isOver = false
  const asked: Promise<unknown>[] = []
  onTestFinished(async () => {
    isOver = true
    for (const end of ends) end()
    await Promise.allSettled(asked)
    await database.close()
  })
  const at = ({ host }: { host: string }) => ({ for: 'laboratory', host }) as const
  const open = <K extends OpeningName>(who: string, opening: Opening<K>): Promise<string> => {
    const opened = database.withTenant(opening, 'read', () => {
      begun.push(who)
      const { promise, resolve } = Promise.withResolvers<string>()
      ends.push(() => resolve(who))
      if (isOver) resolve(who)
      return promise
    })
    opened.catch(() => begun.push(`${who} refused`))
    asked.push(opened)
    return opened
  }
  const counts = () => database.connectionCounts
  // A host's laboratory is known only once it has been opened.
  for (const laboratory of [flooding, other]) await database.withTenant(at(laboratory), 'read', async () => undefined)
  return { database, at, open, begun, ends, counts }
}

const sessionOf = async (laboratory: TestLaboratory): Promise<Opening<'session'>> => {
  const user = await make.user(await make.practice(laboratory))
  const sessionId = String(decodeJwt(await tokenFor(user)).sid)
  return { for: 'session', host: laboratory.host, brandId: laboratory.id, sessionId }
}

describe('connections', () => {
  it('are all but a fifth for one laboratory at most, however many it asks for and however long it holds them', async () => {
    const { at, open, begun, counts } = await connect(5)
    for (let one = 0; one < 20; one++) void open('flooding', at(flooding)).catch(() => undefined)
    await expect.poll(() => begun).toEqual(Array.from({ length: 4 }, () => 'flooding'))
    void open('other', await sessionOf(other))
    await expect.poll(() => begun.at(-1)).toBe('other')
    expect(counts()).toMatchObject({ busy: 5, waiting: 16 })
  })

  it('are had in turn by laboratory, and in it by session and by those who are not signed in', async () => {
    const { at, open, begun, ends } = await connect(1)
    const [one, another, theirs] = [await sessionOf(flooding), await sessionOf(flooding), await sessionOf(other)]
    const openings = [
      ...Array.from({ length: 4 }, () => ['one', one] as const),
      ['another', another] as const,
      ['visitor', at(flooding)] as const,
      ['theirs', theirs] as const,
      ['their visitor', at(other)] as const,
    ]
    const all = Promise.all(openings.map(([who, opening]) => open(who, opening)))
    for (let turn = 1; turn <= openings.length; turn++) {
      await expect.poll(() => begun.length).toBe(turn)
      ends.at(-1)?.()
    }
    await all
    expect(begun).toEqual(['one', 'one', 'theirs', 'visitor', 'their visitor', 'another', 'one', 'one'])
  })

  it('are had in turn by the networks of those who are not signed in, each IPv6 site as one', async () => {
    const { at, open, begun, ends } = await connect(1)
    const from = (address: string) => ({ ...at(flooding), address })
    const strangers = ['2001:db8:1:1::1', '2001:db8:1:2::1', '2001:db8:1:3::1'].map(from)
    const openings = [
      ...strangers.map(opening => ['stranger', opening] as const),
      ['their colleague', from('198.51.100.8')] as const,
      ['user', await sessionOf(flooding)] as const,
    ]
    const all = Promise.all(openings.map(([who, opening]) => open(who, opening)))
    for (let turn = 1; turn <= openings.length; turn++) {
      await expect.poll(() => begun.length).toBe(turn)
      ends.at(-1)?.()
    }
    await all
    expect(begun).toEqual(['stranger', 'stranger', 'user', 'their colleague', 'stranger'])
  })

  it('are had by strangers who call in turn by where they call from', async () => {
    const { request, database } = another({ connections: 1 })
    const held = Promise.withResolvers<void>()
    const holding = database.withTenant({ for: 'laboratory', host: other.host }, 'read', () => held.promise)
    await expect.poll(() => database.connectionCounts.busy).toBe(1)
    const served: string[] = []
    const asked = ['198.51.100.7', '198.51.100.7', '198.51.100.7', '203.0.113.9'].map(async address => {
      expect((await request(flooding, '/api/brand', { address })).status).toBe(200)
      served.push(address)
    })
    await expect.poll(() => database.connectionCounts.waiting).toBe(4)
    held.resolve()
    await Promise.all([holding, ...asked])
    expect(served.indexOf('203.0.113.9')).toBe(1)
  })

  it('are given in one turn to all hosts that nobody knows, however many a stranger thinks up', async () => {
    const { at, open, begun, ends } = await connect(1)
    const first = open('first', at(other))
    await expect.poll(() => begun).toEqual(['first'])
    const strangers = Array.from({ length: 20 }, () => open('stranger', at({ host: `${randomUUID()}.test` })))
    const known = open('known', at(flooding))
    ends.at(-1)?.()
    await expect.poll(() => begun).toContain('known')
    expect(begun).toEqual(['first', 'stranger refused', 'known'])
    ends.at(-1)?.()
    await Promise.all([first, known])
    expect((await Promise.allSettled(strangers)).map(({ status }) => status)).not.toContain('fulfilled')
  })

  it('that cannot be had within two seconds are refused with the time after which to come again', async () => {
    const { at, open, begun, counts } = await connect(5)
    const asked = Array.from({ length: 6 }, () => open('flooding', at(flooding)))
    await expect.poll(() => begun.filter(who => who === 'flooding refused').length).toBe(2)
    for (const refused of asked.slice(4))
      await expect(refused).rejects.toMatchObject({ code: 'unavailable', status: 503, details: { retryAfter: 2 } })
    expect(counts()).toMatchObject({ busy: 4, waiting: 0 })
  })

  it('are all open before the first call, so that a crowd waits for none to open', async () => {
    const { database, counts } = await connect(5)
    await database.openConnections()
    expect(counts()).toEqual({ idle: 5, busy: 0, waiting: 0 })
  })

  it('go back when a transaction fails, when a host is unknown and when the database is not there', async () => {
    const { database, at } = await connect(1)
    for (const [opening, work, reason] of [
      [at(flooding), () => Promise.reject(new Error('no')), 'no'],
      [at({ host: 'nowhere.test' }), async () => undefined, 'brand_unknown'],
    ] as const)
      await expect(database.withTenant(opening, 'read', work)).rejects.toThrow(reason)
    expect(await database.withTenant(at(other), 'read', async () => 'mine')).toBe('mine')

    const nowhere = new Database({
      url: 'postgres://arcade_app@127.0.0.1:1/arcade',
      tenantKey: tenantKey(testSecret),
      connections: 1,
      onIdleError: () => {},
    })
    for (let times = 0; times < 3; times++)
      await expect(nowhere.withTenant(at(other), 'read', async () => undefined)).rejects.toThrow('unavailable')
    expect(nowhere.connectionCounts.waiting).toBe(0)
    await nowhere.close()
  })
})

describe('a connection', () => {
  const backend = sql<{ pid: number }>`select pg_backend_pid() as pid, pg_sleep(0.01)`

  /** Runs statements in one request and tells what they leave on the only connection for the next one. */
  async function leftBy(mode: 'read' | 'write', ...statements: string[]) {
    const { database, at } = await connect(1)
    const pid = () =>
      database.withTenant(at(other), 'read', async tx => {
        await tx.selectFrom('orders').select('id').execute()
        return (await backend.execute(tx)).rows[0]?.pid
      })
    const before = await pid()
    const failures: unknown[] = []
    await database
      .withTenant(at(flooding), mode, async tx => {
        for (const statement of statements) await sql.raw(statement).execute(tx)
      })
      .catch(error => failures.push(error))
    return { pid, before, failures }
  }

  it('is kept for the next after statements of every ordinary kind, also where one fails', async () => {
    for (const statements of [
      ['select 1', 'with one as (select 1) select * from one', 'update users set language = language'],
      ['delete from order_drafts where false'],
      ['select 1/0'],
    ]) {
      const { pid, before } = await leftBy('write', ...statements)
      expect(await pid(), statements[0]).toBe(before)
    }
  })

  it.each([
    ['prepare mine as select 1'],
    ['declare mine cursor with hold for select 1'],
    ["do $$ begin execute 'prepare mine as select 1'; end $$"],
    ["do $$ begin execute 'prepare mine as select 1'; raise exception using errcode = 'P0001'; end $$"],
    ['deallocate all'],
    ["set application_name = 'mine'"],
  ])('is not given to another after %s', async statement => {
    const { pid, before } = await leftBy('read', statement)
    expect(await pid()).not.toBe(before)
  })

  it('is given to nobody after an opening that the database could not take', async () => {
    const { database, at } = await connect(1)
    const pid = () => database.withTenant(at(other), 'read', async tx => (await backend.execute(tx)).rows[0]?.pid)
    const before = await pid()
    const opening = { ...(await sessionOf(flooding)), sessionId: 'none' }
    await expect(database.withTenant(opening, 'read', async () => undefined)).rejects.toThrow()
    expect(await pid()).not.toBe(before)
  })

  it('takes no two statements as one', async () => {
    const { pid, before, failures } = await leftBy('read', 'prepare mine as select 1; select 1')
    expect(failures).toMatchObject([{ code: '42601' }])
    expect(await pid()).not.toBe(before)
  })

  it('answers or refuses within five seconds, and with one process', async () => {
    const { database, at } = await connect(1)
    const limits = sql`select name, setting from pg_settings
      where name in ('statement_timeout', 'lock_timeout', 'max_parallel_workers_per_gather') order by name`
    expect(await database.withTenant(at(other), 'read', async tx => (await limits.execute(tx)).rows)).toEqual([
      { name: 'lock_timeout', setting: '2000' },
      { name: 'max_parallel_workers_per_gather', setting: '0' },
      { name: 'statement_timeout', setting: '5000' },
    ])
  })

  const settings = sql<{ name: string; setting: string }>`
    select name, setting from pg_settings where source = 'session' and name not like 'transaction_%' and name <> 'tenant.context'
    order by name`

  it.each(['read', 'write'] as const)(
    'has the settings it came with for the next, whatever one to %s has set',
    async mode => {
      const { database, at } = await connect(1)
      const next = () => database.withTenant(at(other), 'read', async tx => (await settings.execute(tx)).rows)
      const seen = () => database.withTenant(at(other), 'read', async tx => (await backend.execute(tx)).rows[0]?.pid)
      const [before, pid] = [await next(), await seen()]
      await database.withTenant(at(flooding), mode, tx =>
        sql`select set_config(name, value, false) from (values
        ('TimeZone', 'Asia/Tokyo'), ('DateStyle', 'SQL, DMY'), ('bytea_output', 'escape'), ('extra_float_digits', '-15'),
        ('search_path', 'pgboss'), ('row_security', 'off'), ('synchronous_commit', 'off'), ('statement_timeout', '0'),
        ('default_transaction_read_only', 'on'), ('tenant.opening', 'x'), ('mine.thing', 'x')) as given (name, value)`.execute(
          tx,
        ),
      )
      expect(await next()).toEqual(before)
      expect(await seen()).toBe(pid)
      await database.withTenant(at(other), 'write', tx => tx.updateTable('users').set({ language: 'en' }).execute())
    },
  )
})
