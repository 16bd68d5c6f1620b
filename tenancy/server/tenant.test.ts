import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tenantKey } from '#db/signing-key.ts'
import { startTestApp, testSecret } from '#test/harness.ts'
import type { TestLaboratory } from '#test/make.ts'
import { Database } from './database.ts'

const { make, tokenFor, database: urls } = startTestApp()
/**
 * Connects around our own code, which always sets the tenant: an injected statement would not, and the database must still hold.
 */
const runtime = new pg.Pool({ connectionString: urls.appUrl, max: 2 })
const database = new Database({
  url: urls.appUrl,
  tenantKey: tenantKey(testSecret),
  connections: 1,
  onIdleError: () => {},
})
afterAll(async () => {
  await runtime.end()
  await database.close()
})

const tenantTables = ['brand_hosts', 'practices', 'users', 'orders'] as const
let ours: TestLaboratory
let theirs: TestLaboratory

beforeAll(async () => {
  ours = await make.laboratory()
  theirs = await make.laboratory()
  for (const laboratory of [ours, theirs]) {
    const practice = await make.practice(laboratory)
    await make.user(practice)
    await make.order(practice)
  }
})

describe('the signed context', () => {
  it('shows nothing of any laboratory without a context', async () => {
    for (const table of [...tenantTables, 'brands', 'order_products', 'sessions'])
      expect((await runtime.query(`select 1 from ${table}`)).rowCount, table).toBe(0)
  })

  it('refuses writes without a context', async () => {
    await expect(
      runtime.query('insert into audit_events (brand_id, kind, request_id) values ($1, $2, $3)', [
        ours.id,
        'signed_in',
        'x',
      ]),
    ).rejects.toMatchObject({ code: '42501' })
    expect((await runtime.query(`update users set language = 'en'`)).rowCount).toBe(0)
  })

  it('shows one laboratory inside its transaction and nothing on the same connection afterwards', async () => {
    const seen = await database.withTenant({ for: 'laboratory', host: ours.host }, 'read', async tx =>
      tx.selectFrom('orders').select('brand_id').distinct().execute(),
    )
    expect(seen).toEqual([{ brand_id: ours.id }])
    expect((await database.poolForLibraries.query('select 1 from orders')).rowCount).toBe(0)
  })

  it('of a practice user shows that practice alone, even to a statement that names none', async () => {
    const [mine, neighbour] = [await make.practice(ours), await make.practice(ours)]
    const me = await make.user(mine)
    await make.user(neighbour)
    await make.order(mine)
    await make.order(neighbour)
    const sessionId = String(decodeJwt(await tokenFor(me)).sid)
    await tokenFor(await make.user(mine))
    const opening = { for: 'session', host: ours.host, brandId: ours.id, sessionId } as const
    await database.withTenant(opening, 'read', async tx => {
      for (const table of ['orders', 'users'] as const)
        expect(await tx.selectFrom(table).select('practice_id').distinct().execute()).toEqual([
          { practice_id: mine.id },
        ])
      expect(await tx.selectFrom('practices').select('id').execute()).toEqual([{ id: mine.id }])
      expect(await tx.selectFrom('sessions').select('user_id').distinct().execute()).toEqual([{ user_id: me.id }])
    })
  })

  it('of a secret address shows the practice of its user, even to a statement that names none', async () => {
    const [mine, neighbour] = [await make.practice(ours), await make.practice(ours)]
    const me = await make.user(mine)
    for (const place of [mine, neighbour]) await make.order(place)
    const secretHash = randomBytes(32)
    await make.insert(ours.id, 'calendar_feeds', { brand_id: ours.id, user_id: me.id, secret_hash: secretHash })
    await database.withTenant({ for: 'feed', host: ours.host, secretHash }, 'read', async tx => {
      expect(await tx.selectFrom('orders').select('practice_id').distinct().execute()).toEqual([
        { practice_id: mine.id },
      ])
    })
    for (const [opening, code] of [
      [{ host: theirs.host, secretHash }, 'not_found'],
      [{ host: ours.host, secretHash: randomBytes(32) }, 'not_found'],
      [{ host: 'nowhere.test', secretHash }, 'brand_unknown'],
    ] as const)
      await expect(
        database.withTenant({ for: 'feed', ...opening }, 'read', async () => 'opened'),
      ).rejects.toMatchObject({
        code,
      })
  })

  it('of staff shows every practice of the laboratory, and sessions of their own', async () => {
    const someone = await make.user(ours)
    await tokenFor(await make.user(await make.practice(ours)))
    const sessionId = String(decodeJwt(await tokenFor(someone)).sid)
    const opening = { for: 'session', host: ours.host, brandId: ours.id, sessionId } as const
    await database.withTenant(opening, 'read', async tx => {
      expect((await tx.selectFrom('practices').select('id').execute()).length).toBeGreaterThan(1)
      expect(await tx.selectFrom('practices').select('brand_id').distinct().execute()).toEqual([{ brand_id: ours.id }])
      expect(await tx.selectFrom('sessions').select('user_id').distinct().execute()).toEqual([{ user_id: someone.id }])
    })
  })

  it('of somebody of no practice, who is not said to be of the staff, shows nothing of any practice or user', async () => {
    const someone = await make.user(ours)
    const seen = (audience: string | null) =>
      make.within(ours.id, async client => {
        await client.query('select tenant.set_context($1, null, $2, $3)', [ours.id, someone.id, audience])
        const counts = ['practices', 'orders', 'users', 'sessions'].map(async table => {
          const { rowCount } = await client.query(`select 1 from ${table} limit 1`)
          return [table, rowCount]
        })
        return Object.fromEntries(await Promise.all(counts))
      })
    await tokenFor(someone)
    const nothing = { practices: 0, orders: 0, users: 0, sessions: 0 }
    for (const audience of [null, '', 'practice', 'anyone'])
      expect(await seen(audience)).toMatchObject({ ...nothing, sessions: 1 })
    expect(await seen('staff')).toEqual({ practices: 1, orders: 1, users: 1, sessions: 1 })
    await make.within(ours.id, async client => {
      await client.query('select tenant.set_context($1, null, $2)', [ours.id, randomUUID()])
      for (const table of Object.keys(nothing))
        expect((await client.query(`select 1 from ${table}`)).rowCount, table).toBe(0)
    })
  })

  it('cannot be forged by setting it', async () => {
    const forged = [
      theirs.id,
      `${theirs.id}//`,
      `${theirs.id}///00`,
      `${theirs.id}///${'00'.repeat(32)}`,
      `${theirs.id}/x/y/z`,
    ]
    for (const value of forged) {
      const { rowCount } = await runtime.query(
        `with forged as materialized (select set_config('tenant.context', $1, true))
         select 1 from forged, orders`,
        [value],
      )
      expect(rowCount, value).toBe(0)
    }
  })

  it('is worth nothing in another transaction', async () => {
    const copied = await database.withTenant({ for: 'laboratory', host: theirs.host }, 'read', async tx => {
      const { rows } = await sql<{ context: string }>`select current_setting('tenant.context') as context`.execute(tx)
      return rows[0]?.context
    })
    expect(copied).toContain(theirs.id)
    const { rowCount } = await runtime.query(
      `with replayed as materialized (select set_config('tenant.context', $1, true)) select 1 from replayed, orders`,
      [copied],
    )
    expect(rowCount).toBe(0)
  })

  it('cannot be turned to a neighbour or a colleague from within, nor away from the user', async () => {
    const [mine, neighbour] = [await make.practice(ours), await make.practice(ours)]
    const me = await make.user(mine)
    const colleague = await make.user(mine)
    for (const place of [mine, neighbour]) await make.order(place)
    await tokenFor(colleague)
    const sessionId = String(decodeJwt(await tokenFor(me)).sid)
    const opening = { for: 'session', host: ours.host, brandId: ours.id, sessionId } as const
    await database.withTenant(opening, 'read', async tx => {
      const { rows } = await sql<{ context: string }>`select current_setting('tenant.context') as context`.execute(tx)
      const context = rows[0]?.context ?? ''
      const turned = [
        context.replace(mine.id, neighbour.id),
        context.replace(mine.id, ''),
        context.replace(me.id, colleague.id),
        context.replace(me.id, ''),
        context.replace(ours.id, theirs.id),
        context.toUpperCase(),
        ` ${context}`,
      ]
      for (const value of turned) {
        expect(value).not.toBe(context)
        const { rows: seen } = await sql`
          with turned as materialized (select set_config('tenant.context', ${value}, true))
          select practice_id::text from turned, orders union all select user_id::text from turned, sessions`.execute(tx)
        expect(seen, value).toEqual([])
      }
    })
  })

  it('is not replaced by the word with which an opening reads', async () => {
    const seen = ['brands', 'users', 'sessions'].map(table => `select 1 from named, ${table}`).join(' union all ')
    const { rowCount } = await runtime.query(
      `with named as materialized (select set_config('tenant.opening', $1, true)) ${seen}`,
      [theirs.id],
    )
    expect(rowCount).toBe(0)
    await tokenFor(await make.user(await make.practice(theirs)))
    await make.within(theirs.id, client =>
      client.query("update sessions set ended_at = now() - interval '1 year', ended_because = 'idle'"),
    )
    await database.withTenant({ for: 'laboratory', host: ours.host }, 'write', async tx => {
      await sql`select set_config('tenant.opening', ${theirs.id}, true)`.execute(tx)
      for (const table of ['users', 'sessions', 'brands'] as const)
        expect(
          await tx
            .selectFrom(table)
            .select(sql<string>`1`.as('one'))
            .where(table === 'brands' ? 'id' : sql.ref('brand_id'), '=', theirs.id)
            .execute(),
        ).toEqual([])
      await sql`select tenant.delete_old_sessions()`.execute(tx)
    })
    const left = await make.within(theirs.id, client => client.query('select 1 from sessions'))
    expect(left.rowCount).toBeGreaterThan(0)
  })

  it('leaves nothing on a connection, whether its transaction was committed or broken off', async () => {
    const left = async () =>
      (
        await database.poolForLibraries.query(
          "select current_setting('tenant.context', true) as context, current_setting('tenant.opening', true) as opening",
        )
      ).rows
    const sessionId = String(decodeJwt(await tokenFor(await make.user(await make.practice(ours)))).sid)
    const opening = { for: 'session', host: ours.host, brandId: ours.id, sessionId } as const
    await database.withTenant(opening, 'read', async tx => {
      const { rows } = await sql`select current_setting('tenant.opening') as opening`.execute(tx)
      expect(rows).toEqual([{ opening: '' }])
    })
    expect(await left()).toEqual([{ context: '', opening: '' }])
    await expect(database.withTenant(opening, 'read', () => Promise.reject(new Error('broken off')))).rejects.toThrow()
    expect(await left()).toEqual([{ context: '', opening: '' }])
  })

  it('is closed by an opening that fails in the same transaction', async () => {
    const ended = randomUUID()
    const until = Math.floor(Date.now() / 1000) + 60
    const says = `session/${ours.host}/${ours.id}/${ended}/${until}`
    const signed = createHmac('sha256', tenantKey(testSecret)).update(says).digest()
    await database.withTenant({ for: 'laboratory', host: ours.host }, 'read', async tx => {
      const open = sql<{
        state: string
      }>`select state from tenant.open_session(${ours.host}, ${ours.id}, ${ended}, ${until}, ${signed})`
      expect((await open.execute(tx)).rows).toEqual([{ state: 'session_ended' }])
      expect(await tx.selectFrom('orders').select('id').execute()).toEqual([])
    })
  })

  it('cannot be opened without the signature of the application, nor with one that has run out', async () => {
    const session = randomUUID()
    const hash = randomBytes(32)
    const openings = [
      { name: 'laboratories_for_upkeep', given: [], says: 'upkeep' },
      { name: 'laboratories', given: [], says: 'laboratories' },
      { name: 'open_laboratory', given: [theirs.host], says: `laboratory/${theirs.host}` },
      {
        name: 'open_session',
        given: [theirs.host, theirs.id, session],
        says: `session/${theirs.host}/${theirs.id}/${session}`,
      },
      { name: 'open_feed', given: [theirs.host, hash], says: `feed/${theirs.host}/${hash.toString('hex')}` },
      {
        name: 'open_password_link',
        given: [theirs.host, hash],
        says: `password_link/${theirs.host}/${hash.toString('hex')}`,
      },
    ]
    const now = Math.floor(Date.now() / 1000)
    for (const { name, given, says } of openings) {
      const places = [...given, 'until', 'signed'].map((_, index) => `$${index + 1}`).join(', ')
      const open = (until: number, signed: Buffer) =>
        runtime.query(`select * from tenant.${name}(${places})`, [...given, until, signed])
      const signedFor = (until: number) =>
        createHmac('sha256', tenantKey(testSecret)).update(`${says}/${until}`).digest()

      await expect(open(now + 60, signedFor(now + 60)), name).resolves.toBeDefined()
      for (const refused of [Buffer.alloc(32), signedFor(now + 61)])
        await expect(open(now + 60, refused), name).rejects.toMatchObject({ code: '42501' })
      await expect(open(now - 60, signedFor(now - 60)), name).rejects.toMatchObject({ code: '42501' })
    }
  })

  it.each([
    'select * from tenant.signing_key',
    `select tenant.refuse_unless_signed('upkeep/1', 1, 'x')`,
    `select tenant.set_context('${randomUUID()}', null, null)`,
    `create table public.mine (id int)`,
    `create temporary table mine (id int)`,
    `truncate users`,
    `alter table users disable row level security`,
    `set role arcade_owner`,
    `delete from orders`,
    `update orders set practice_id = '${randomUUID()}'`,
    `update users set country_code = 'BE'`,
    `update users set practice_id = '${randomUUID()}'`,
    `update users set kind = 'staff'`,
    `select tenant.set_context('${randomUUID()}', null, null, 'staff')`,
    `select * from audit_events`,
    `delete from audit_events`,
  ])('the runtime role may not: %s', async statement => {
    await expect(runtime.query(statement)).rejects.toMatchObject({ code: '42501' })
  })

  it('an actor kept beyond its transaction is deaf', async () => {
    const kept = await database.withTenant({ for: 'laboratory', host: ours.host }, 'read', async tx => tx)
    await expect(kept.selectFrom('orders').select('id').execute()).rejects.toThrow(/transaction is over/)
  })

  it('a read cannot write', async () => {
    await expect(
      database.withTenant({ for: 'laboratory', host: ours.host }, 'read', async (tx, { brand_id }) =>
        tx.insertInto('audit_events').values({ brand_id, kind: 'signed_in', request_id: 'x' }).execute(),
      ),
    ).rejects.toMatchObject({ code: '25006' })
  })

  it('a statement whose failure was swallowed does not pass for success in a read either', async () => {
    await expect(
      database.withTenant({ for: 'laboratory', host: ours.host }, 'read', async tx => {
        await sql`select 1 / 0`.execute(tx).catch(() => undefined)
      }),
    ).rejects.toThrow(/failed unnoticed/)
  })

  it('a read that is followed at once by another leaves it nothing', async () => {
    // One connection, on which the end of each transaction travels with the beginning of the next.
    const hosts = Array.from({ length: 20 }, (_, turn) => (turn % 2 ? ours : theirs))
    const seen = await Promise.all([
      ...hosts.map(({ host }) =>
        database.withTenant({ for: 'laboratory', host }, 'read', async (tx, { brand_id }) => [
          brand_id,
          ...(await tx.selectFrom('brand_hosts').select('brand_id').execute()).map(row => row.brand_id),
        ]),
      ),
      database.poolForLibraries.query('select brand_id from orders').then(({ rows }) => rows),
    ])
    expect(seen).toEqual([...hosts.map(({ id }) => [id, id]), []])
  })

  it('a statement whose failure was swallowed does not pass for success', async () => {
    await expect(
      database.withTenant({ for: 'laboratory', host: ours.host }, 'write', async (tx, { brand_id }) => {
        await tx
          .insertInto('audit_events')
          .values({ brand_id, kind: 'signed_in', request_id: 'x', user_id: 'nonsense' })
          .execute()
          .catch(() => undefined)
      }),
    ).rejects.toThrow(/failed unnoticed/)
  })
})

describe('a user', () => {
  it('is of a practice with an account type, or of the staff with a role, and nothing between', async () => {
    const practice = await make.practice(ours)
    const ofPractice = { kind: 'practice', practice_id: practice.id, account_type: 'doctor', role: null }
    const ofStaff = { kind: 'staff', practice_id: null, account_type: null, role: 'driver' }
    for (const values of [ofPractice, ofStaff]) await expect(make.user(ours, values)).resolves.toBeDefined()
    for (const [whole, wrong] of [
      [ofPractice, { kind: null }],
      [ofPractice, { practice_id: null }],
      [ofPractice, { account_type: null }],
      [ofPractice, { role: 'administrator' }],
      [ofPractice, { kind: 'staff' }],
      [ofStaff, { kind: null }],
      [ofStaff, { role: null }],
      [ofStaff, { practice_id: practice.id }],
      [ofStaff, { account_type: 'manager' }],
      [ofStaff, { is_dlcpm: true }],
      [ofStaff, { is_practice_doctor: true }],
      [ofStaff, { kind: 'practice' }],
    ])
      await expect(make.user(ours, { ...whole, ...wrong }), JSON.stringify(wrong)).rejects.toMatchObject({
        code: expect.stringMatching(/^235(02|14)$/),
      })
  })
})
