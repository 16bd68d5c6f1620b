import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eraseAgain, listErased } from '#db/backup/erased.ts'
import { checkChains } from '#features/audit/server/chain-sql.ts'
import { sealLines } from '#features/audit/server/sql.ts'
import { openLaboratoryOf } from '#tenancy/server/guards.ts'
import { startForgetting } from '#test/forgetting.ts'
import { startTestApp } from '#test/harness.ts'

const testApp = startTestApp()
const { app, database, make, as } = testApp
const { laboratory, practice, staff, asked, decide, rowOf, mailsTo } = await startForgetting(testApp)
const owner = new pg.Client({ connectionString: database.ownerUrl })
beforeAll(() => owner.connect())
afterAll(() => owner.end())

describe('S60: whoever is forgotten', () => {
  const canary = 'Zéphyrine'
  const address = 'zephyrine.canari@example.test'

  /** A user with rows in every table that may refer to them. */
  async function knownEverywhere() {
    const user = await make.user(practice, {
      title: canary,
      first_name: canary,
      last_name: `${canary}-Canari`,
      email: address,
      login: address,
      phone: `06 ${canary}`,
    })
    const { id: brand_id } = laboratory
    const ofUser = { brand_id, user_id: user.id }
    const of = { brand_id, practice_id: practice.id }
    const call = await as(user)
    await call('/api/calendar', { method: 'POST' })
    for (const id of [randomUUID(), randomUUID()])
      await call(`/api/order-drafts/${id}`, { method: 'PUT', body: { content: { patientCode: canary }, follows: 0 } })
    await call('/api/case-views', { body: { name: canary, content: { tab: 'all' } } })
    await call('/api/account/personal-information', { method: 'PATCH', body: { phone: '06 99 00 12 34' } })
    await call('/api/account/notices', { method: 'PATCH', body: { ways: { message: 'never' } } })
    await call('/api/feedback', { body: { body: `Bravo, ${canary}` } })
    const insert = (table: string, values: Record<string, unknown>) => make.insert(brand_id, table, values)
    await insert('sessions', { ...ofUser, device: canary, refresh_seed: randomBytes(32) })
    await insert('idempotency_keys', {
      ...ofUser,
      route: 'POST /',
      key: 'k',
      fingerprint: randomBytes(32),
      status: 201,
      body: canary,
    })
    await insert('password_links', {
      ...ofUser,
      token_hash: randomBytes(32),
      purpose: 'reset',
      expires_at: new Date(Date.now() + 60_000),
    })
    await insert('authenticators', { ...ofUser, secret: randomBytes(20) })
    await insert('recovery_codes', { ...ofUser, code_hash: randomBytes(32) })
    await make.passkey(user)
    await insert('sign_in_challenges', {
      ...ofUser,
      token_hash: randomBytes(32),
      password_mark: randomBytes(32),
      expires_at: new Date(Date.now() + 60_000),
    })
    await insert('mails', {
      brand_id,
      recipient: address,
      sender: 'b@example.test',
      sender_name: 'L',
      subject: `Bonjour ${canary}`,
      text_part: canary,
      html_part: canary,
    })
    const made = await make.order(practice, {
      ordered_by: user.id,
      prescriber_id: user.id,
      prescriber: `Dr ${canary}`,
      status: 'delivered',
    })
    const cancelled = await make.order(practice, {
      prescriber_id: user.id,
      prescriber: `Dr ${canary}`,
      status: 'cancelled',
    })
    await insert('traceability_statements', {
      ...of,
      order_id: made.id,
      version: 1,
      number: 'FT-1',
      content: JSON.stringify({ prescriber: `Dr ${canary}` }),
      signed_by: staff.id,
      signed_by_name: 'Ana Costa',
      kept_until: '2036-01-01',
    })
    await insert('order_messages', {
      ...of,
      order_id: made.id,
      author_id: user.id,
      is_from_laboratory: false,
      body: 'Bonjour',
    })
    await insert('notices', { ...of, user_id: user.id, kind: 'message', order_id: made.id })
    await insert('unread_cases', { ...of, user_id: user.id, order_id: made.id })
    const given = ['rpps_siret_siren', 'title', 'gender', 'last_name', 'first_name', 'address', 'postal_code', 'city']
    await insert('signup_requests', {
      brand_id,
      ...Object.fromEntries(given.map(name => [name, canary])),
      country_code: 'FR',
      phone: '0102030405',
      email1_label: 'x',
      email1: address,
      language: 'fr',
      fingerprint: randomBytes(32),
      network: randomBytes(32),
    })
    await make.within(brand_id, client =>
      client.query(`update practices set emails = array['cabinet@example.test', $2]::mail_address[] where id = $1`, [
        practice.id,
        address,
      ]),
    )
    return { user, call, made, cancelled }
  }

  /** Every "table.column" of the laboratory in which one of these words occurs. */
  async function placesOf(...words: string[]): Promise<string[]> {
    return make.within(laboratory.id, async client => {
      const { rows: columns } = await client.query<{ table: string; column: string }>(
        `select c.table_name as table, c.column_name as column from information_schema.columns c
         join information_schema.tables t using (table_schema, table_name)
         where c.table_schema = 'public' and t.table_type = 'BASE TABLE' order by 1, 2`,
      )
      const found: string[] = []
      for (const { table, column } of columns) {
        const { rowCount } = await client.query(
          `select from "${table}" as r where ${table === 'brands' ? 'id' : 'brand_id'} = $1
             and lower("${column}"::text) like any ($2) limit 1`,
          [laboratory.id, words.map(word => `%${word.toLowerCase()}%`)],
        )
        if (rowCount) found.push(`${table}.${column}`)
      }
      return found
    })
  }

  let known: Awaited<ReturnType<typeof knownEverywhere>>
  let seenBefore: string[]
  let answer: Response
  beforeAll(async () => {
    known = await knownEverywhere()
    seenBefore = await placesOf(canary, address)
    answer = await decide((await asked(known.user)).id, 'carry-out')
  })

  it('stands in no row any more but in what the law keeps: prescription and statement; and in the mail that says so', async () => {
    expect(answer.status).toBe(204)
    expect(seenBefore).toEqual(
      expect.arrayContaining([
        'feedback.body',
        'idempotency_keys.body',
        'mails.recipient',
        'mails.subject',
        'order_drafts.content',
        'orders.prescriber',
        'practices.emails',
        'sessions.device',
        'signup_requests.email1',
        'signup_requests.last_name',
        'traceability_statements.content',
        'users.email',
        'users.first_name',
        'users.last_name',
        'users.login',
        'users.phone',
        'users.title',
      ]),
    )
    expect(await placesOf(canary, address)).toEqual(
      // The mail's text contains the name: its content is removed on sending, the row with the address a month later.
      expect.arrayContaining(['mails.recipient', 'orders.prescriber', 'traceability_statements.content']),
    )
    const left = (await placesOf(canary, address)).filter(place => !place.startsWith('mails.'))
    expect(left).toEqual(['orders.prescriber', 'traceability_statements.content'])
    expect((await mailsTo(address)).map(({ subject }) => subject)).toEqual(['Votre compte a été effacé'])
    const { rows } = await make.within(laboratory.id, client =>
      client.query('select id, prescriber from orders where id = any($1)', [[known.made.id, known.cancelled.id]]),
    )
    expect(Object.fromEntries(rows.map(({ id, prescriber }) => [id, prescriber]))).toEqual({
      [known.made.id]: `Dr ${canary}`,
      [known.cancelled.id]: '…',
    })
  })

  it('has nothing left in the tables that are a user’s own, whichever they are', async () => {
    await make.within(laboratory.id, async client => {
      const { rows: tables } = await client.query<{ name: string }>(
        `select polrelid::regclass::text as name from pg_policy where polname = 'of_user' order by 1`,
      )
      expect(tables.length).toBeGreaterThan(3)
      for (const { name } of tables) {
        const { rowCount } = await client.query(`select from ${name} where user_id = $1`, [known.user.id])
        expect(rowCount, name).toBe(0)
      }
    })
  })

  it('leaves no draft behind that was being saved meanwhile', async () => {
    const user = await make.user(practice)
    const call = await as(user)
    const { id } = await asked(user)
    const save = () =>
      call(`/api/order-drafts/${randomUUID()}`, {
        method: 'PUT',
        body: { content: { patientCode: 'P-1', patient: canary }, follows: 0 },
      })
    const saved: Promise<Response>[] = []
    const forgotten = decide(id, 'carry-out')
    for (let sent = 0; sent < 12; sent++) {
      saved.push(save())
      await pause(4)
    }
    expect((await forgotten).status).toBe(204)
    // Saved before the erasure, lost the race, or signed out.
    for (const { status } of await Promise.all(saved)) expect([200, 401, 409]).toContain(status)
    const { rows } = await make.within(laboratory.id, client =>
      client.query('select id from order_drafts where user_id = $1', [user.id]),
    )
    expect(rows).toEqual([])
  })

  it('is signed out at once, and comes in no more, whoever lets them in', async () => {
    expect((await known.call('/api/account')).status).toBe(401)
    const manager = await as(await make.user(practice, { account_type: 'manager' }))
    expect((await manager('/api/account/colleagues')).status).toBe(200)
    expect(await (await manager('/api/account/colleagues')).text()).not.toContain(known.user.id)
    const admin = await as(staff)
    expect(await (await admin('/api/staff/practices')).text()).not.toContain(known.user.id)
    const letIn = { body: { isDisabled: false } }
    expect((await admin(`/api/staff/people/${known.user.id}/access`, letIn)).status).toBe(404)
    expect((await admin(`/api/staff/people/${known.user.id}/invitation`, { method: 'POST' })).status).toBe(404)
    const byStatement = make.within(laboratory.id, client =>
      client.query('update users set disabled_at = null where id = $1', [known.user.id]),
    )
    await expect(byStatement).rejects.toThrow('users__erased')
  })

  it('what they did stays, by an account that names nobody', async () => {
    const colleague = await as(await make.user(practice))
    const thread = await (await colleague(`/api/orders/${known.made.id}/messages`)).text()
    expect(thread).toContain('Bonjour')
    expect(thread).toContain('Compte effacé')
    expect((await colleague(`/api/orders/${known.made.id}`)).status).toBe(200)
  })

  it('is no invitation that could be withdrawn: the account stays, without a password as it is', async () => {
    const withdrawing = make.within(laboratory.id, client =>
      client.query('select tenant.withdraw_invitation($1)', [known.user.id]),
    )
    await expect(withdrawing).rejects.toMatchObject({ constraint: 'users__invited' })
  })

  it('leaves the chain of the audit as it was: no line is changed, and the deed is one more', async () => {
    await app.writeSightings()
    await openLaboratoryOf(app.api.services.database, laboratory.id, 'write', sealLines)
    const chains = await checkChains(owner, new Set())
    const chain = chains.find(found => found.laboratory === 'Laboratoire des oublis')
    expect(chain?.lines).toBeGreaterThan(0)
    expect(chain).not.toHaveProperty('broken')
    const { rowCount } = await make.within(laboratory.id, client =>
      client.query(`select from audit_events where kind = 'person_erased' and user_id = $1 and subject_id = $2`, [
        staff.id,
        known.user.id,
      ]),
    )
    expect(rowCount).toBe(1)
  })
})

describe('S60: a backup from before', () => {
  it('brings nobody back for long: what was erased is listed, and erased once more after a restore', async () => {
    const place = await make.practice(laboratory)
    const user = await make.user(place, { first_name: 'Odile' })
    const order = await make.order(place, { patient: 'Jean Petit' })
    const admin = await as(staff)
    expect((await decide((await asked(user)).id, 'carry-out')).status).toBe(204)
    expect((await admin(`/api/staff/orders/${order.id}/patient-name`, { method: 'DELETE' })).status).toBe(204)
    const erased = (await listErased(database.ownerUrl)).filter(
      line => line.endsWith(user.id) || line.endsWith(order.id),
    )
    expect(erased.toSorted()).toEqual([`patient ${laboratory.id} ${order.id}`, `person ${laboratory.id} ${user.id}`])

    await make.within(laboratory.id, async client => {
      await client.query(
        `update users set erased_at = null, disabled_at = null, first_name = 'Odile', email = 'odile@example.test' where id = $1`,
        [user.id],
      )
      await client.query(`update orders set patient = 'Jean Petit' where id = $1`, [order.id])
    })
    expect(await eraseAgain(database.ownerUrl, erased)).toBe(2)
    expect(await rowOf(user)).toMatchObject({ first_name: '', email: `${user.id}@erased.invalid` })
    const { rows } = await make.within(laboratory.id, client =>
      client.query('select patient from orders where id = $1', [order.id]),
    )
    expect(rows).toEqual([{ patient: null }])
    expect(await eraseAgain(database.ownerUrl, erased)).toBe(0)
    await expect(eraseAgain(database.ownerUrl, ['person 1 2'])).rejects.toThrow('Line 1 is none')
  })
})
