import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eraseAgain, listErased } from '#db/backup/erased.ts'
import { checkChains } from '#features/audit/server/chain-sql.ts'
import { sealLines } from '#features/audit/server/sql.ts'
import { openLaboratoryOf } from '#tenancy/server/guards.ts'
import { problemOf, startTestApp } from '#test/harness.ts'
import type { TestLaboratory, TestPractice, TestUser } from '#test/make.ts'
import type { Erasure, OwnErasure } from '../contract.ts'

const { app, database, make, as, request } = startTestApp()
const ownPath = '/api/account/erasure'
let laboratory: TestLaboratory
let practice: TestPractice
let staff: TestUser
const owner = new pg.Client({ connectionString: database.ownerUrl })
beforeAll(async () => {
  await owner.connect()
  laboratory = await make.laboratory({ company_name: 'Laboratoire des oublis' })
  practice = await make.practice(laboratory, { name: 'Cabinet des Lilas' })
  staff = await make.user(laboratory)
})
afterAll(() => owner.end())

async function stateOf(user: TestUser): Promise<OwnErasure | null> {
  return ((await (await (await as(user))(ownPath)).json()) as { data: OwnErasure | null }).data
}
const listed = async (reader = staff) =>
  ((await (await (await as(reader))('/api/staff/erasures')).json()) as { data: Erasure[] }).data

/** Asks; the request as the laboratory sees it. */
async function asked(user: TestUser): Promise<Erasure> {
  const response = await (await as(user))(ownPath, { method: 'POST' })
  expect(response.status).toBe(202)
  const { email } = await rowOf(user)
  const request = (await listed()).find(erasure => erasure.email === email)
  if (!request) throw new Error('The laboratory does not see the request.')
  return request
}
const decide = async (id: string, act: 'carry-out' | 'refuse', by = staff) =>
  (await as(by))(`/api/staff/erasures/${id}/${act}`, {
    method: 'POST',
    ...(act === 'refuse' ? { body: { reason: 'Une facture est encore due.' } } : {}),
  })
const rowOf = async ({ id, laboratory: of }: Pick<TestUser, 'id' | 'laboratory'>) => {
  const { rows } = await make.within(of.id, client => client.query('select * from users where id = $1', [id]))
  return rows[0] as Record<string, string | null>
}
const mailsTo = async (address: string) =>
  (
    await make.within(laboratory.id, client =>
      client.query<{ subject: string; text_part: string }>(
        'select subject, text_part from mails where recipient = $1',
        [address],
      ),
    )
  ).rows

describe('asking to be forgotten', () => {
  it('waits for the laboratory, is one request however often it is asked, and can be withdrawn while it waits', async () => {
    const user = await make.user(practice)
    expect(await stateOf(user)).toBeNull()
    const { id } = await asked(user)
    expect((await asked(user)).id).toBe(id)
    const { queues } = (await (await (await as(staff))('/api/staff/waiting')).json()).data
    expect(queues.erasures.count, 'on the laboratory’s first screen').toBeGreaterThan(0)
    expect(await stateOf(user)).toMatchObject({ state: 'waiting', decidedAt: null })
    const call = await as(user)
    expect((await call(ownPath, { method: 'DELETE' })).status).toBe(204)
    expect(await stateOf(user)).toMatchObject({ state: 'withdrawn' })
    expect(await problemOf(await call(ownPath, { method: 'DELETE' }))).toMatchObject({ code: 'erasure_decided' })
    expect((await asked(user)).id).not.toBe(id)
  })

  it('is refused with a sentence that whoever has asked reads, here and by mail', async () => {
    const user = await make.user(practice)
    const { id, email } = await asked(user)
    expect((await decide(id, 'refuse')).status).toBe(204)
    expect(await stateOf(user)).toMatchObject({ state: 'refused', reason: 'Une facture est encore due.' })
    expect((await mailsTo(email)).map(({ text_part }) => text_part).join()).toContain('Une facture est encore due.')
    expect((await rowOf(user)).last_name).toBe('Martin')
    expect(await problemOf(await decide(id, 'carry-out'))).toMatchObject({ code: 'erasure_decided' })
  })

  it('by several people of the staff at once is decided once', async () => {
    const { id } = await asked(await make.user(practice))
    const answers = await Promise.all([decide(id, 'carry-out'), decide(id, 'refuse'), decide(id, 'carry-out')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409, 409])
  })

  it('shows the laboratory what would stay, and that nobody else could let colleagues in', async () => {
    const place = await make.practice(laboratory)
    const user = await make.user(place, { account_type: 'manager' })
    const of = { brand_id: laboratory.id, practice_id: place.id }
    const { id: order_id } = await make.order(place, { prescriber_id: user.id, prescriber: 'Dr Claire Martin' })
    await make.insert(laboratory.id, 'order_messages', {
      ...of,
      order_id,
      author_id: user.id,
      is_from_laboratory: false,
      body: 'Bonjour',
    })
    expect(await asked(user)).toMatchObject({
      isLastManager: true,
      stays: { cases: 1, statements: 0, messages: 1, files: 0 },
    })
    await make.user(place, { account_type: 'manager' })
    expect(await asked(user)).toMatchObject({ isLastManager: false })
  })
})

describe('whoever may not', () => {
  it('asks for nobody else, decides nothing and sees no requests', async () => {
    const user = await make.user(practice)
    const { id } = await asked(user)
    expect((await request(laboratory, ownPath, { method: 'POST' })).status).toBe(401)
    expect((await request(laboratory, '/api/staff/erasures')).status).toBe(401)
    const others = [
      await make.user(practice, { account_type: 'manager' }),
      await make.user(practice, { is_practice_doctor: true }),
      await make.user(practice, { is_dlcpm: true }),
      await make.user(await make.practice(laboratory), { account_type: 'manager' }),
      ...(await Promise.all(['production', 'accounting', 'driver'].map(role => make.user(laboratory, { role })))),
    ]
    for (const other of others) {
      expect((await (await as(other))('/api/staff/erasures')).status).toBe(403)
      for (const act of ['carry-out', 'refuse'] as const) expect((await decide(id, act, other)).status).toBe(403)
      // One's own and nobody else's: a colleague's request is not theirs to see or to withdraw.
      const own = await (await as(other))(ownPath)
      if (own.status === 200) {
        expect((await own.json()).data).toBeNull()
        expect((await (await as(other))(ownPath, { method: 'DELETE' })).status).toBe(404)
      }
    }
    const foreign = await make.user(await make.laboratory())
    for (const act of ['carry-out', 'refuse'] as const) expect((await decide(id, act, foreign)).status).toBe(404)
    expect(await listed(foreign)).toEqual([])
    expect(await stateOf(user)).toMatchObject({ state: 'waiting' })
  })

  it('goes round it by no statement: neither the words "carried out" nor a request in another’s name', async () => {
    const user = await make.user(practice)
    const { id } = await asked(user)
    const inContext = async (userId: string, audience: string, statement: string) => {
      await owner.query('begin')
      await owner.query('select tenant.set_context($1, $2, $3, $4)', [laboratory.id, practice.id, userId, audience])
      return owner
        .query(statement)
        .then(
          () => 'done',
          (error: { code: string }) => error.code,
        )
        .finally(() => owner.query('rollback'))
    }
    const carried = `update erasure_requests set state = 'carried_out', decided_by = user_id, decided_at = now() where id = '${id}'`
    expect(await inContext(staff.id, 'staff', carried)).toBe('42501')
    expect(await inContext(user.id, 'practice', carried)).toBe('42501')
    const colleague = await make.user(practice)
    const inAnothersName = `insert into erasure_requests (brand_id, practice_id, user_id)
      values ('${laboratory.id}', '${practice.id}', '${colleague.id}')`
    expect(await inContext(user.id, 'practice', inAnothersName)).toBe('42501')
    expect(await inContext(user.id, 'practice', `select tenant.carry_out_erasure('${id}')`)).toBe('42501')
    const driver = await make.user(laboratory, { role: 'driver' })
    expect(await inContext(driver.id, 'staff', `select tenant.carry_out_erasure('${id}')`)).toBe('42501')
  })
})

describe('S60: whoever is forgotten', () => {
  const canary = 'Zéphyrine'
  const address = 'zephyrine.canari@example.test'

  /** Somebody who has left something in every table that may know them. */
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
    await call('/api/order-draft', { method: 'PUT', body: { content: { patientCode: canary }, follows: 0 } })
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

  /** Every place in the laboratory's rows where one of these stands: "table.column". */
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
      // Greeted in it; gone from the row when it is sent, the row with its address a month later.
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

describe('the name of a patient', () => {
  const path = (id: string) => `/api/staff/orders/${id}/patient-name`
  async function namedCase() {
    const user = await make.user(practice)
    const order = await make.order(practice, {
      patient: 'Jean Petit',
      comment: 'Jean PETIT vient mardi. (Petit budget)',
      status: 'in_production',
    })
    const of = { brand_id: laboratory.id, practice_id: practice.id, order_id: order.id }
    await make.insert(laboratory.id, 'order_messages', {
      ...of,
      author_id: user.id,
      is_from_laboratory: false,
      body: 'Voici jean petit.',
    })
    for (const name of ['petit-upper.stl', 'photo.jpg'])
      await make.insert(laboratory.id, 'attachments', {
        ...of,
        created_by: user.id,
        name,
        type: name.endsWith('stl') ? 'stl' : 'jpg',
        state: 'ready',
        size: 1,
        sha256: randomBytes(32),
      })
    return order.id
  }

  it('goes from a case: off it, out of what was written in it and of its files’ names; the code stays', async () => {
    const id = await namedCase()
    const call = await as(staff)
    expect((await call(path(id), { method: 'DELETE' })).status).toBe(204)
    expect((await call(path(id), { method: 'DELETE' })).status, 'said twice').toBe(204)
    const found = await make.within(laboratory.id, async client => ({
      order: (await client.query('select patient, patient_code, comment, search_text from orders where id = $1', [id]))
        .rows[0],
      messages: (await client.query('select body from order_messages where order_id = $1', [id])).rows,
      files: (await client.query('select name from attachments where order_id = $1 order by type', [id])).rows,
      lines: (
        await client.query(`select user_id from audit_events where kind = 'patient_name_erased' and order_id = $1`, [
          id,
        ])
      ).rows,
    }))
    expect(found.order).toMatchObject({
      patient: null,
      patient_code: 'P-0001',
      comment: '… vient mardi. (Petit budget)',
    })
    expect(found.order.search_text).not.toContain('petit')
    expect(found.messages).toEqual([{ body: 'Voici ….' }])
    expect(found.files).toEqual([{ name: 'photo.jpg' }, { name: expect.stringMatching(/^[0-9a-f]{8}\.stl$/) }])
    expect(found.lines).toEqual([{ user_id: staff.id }])
  })

  it('is taken off by an administrator of the laboratory and nobody else', async () => {
    const id = await namedCase()
    expect((await request(laboratory, path(id), { method: 'DELETE' })).status).toBe(401)
    const others = [
      await make.user(practice, { account_type: 'manager' }),
      ...(await Promise.all(['production', 'accounting', 'driver'].map(role => make.user(laboratory, { role })))),
    ]
    for (const other of others) expect((await (await as(other))(path(id), { method: 'DELETE' })).status).toBe(403)
    const foreign = await as(await make.user(await make.laboratory()))
    expect((await foreign(path(id), { method: 'DELETE' })).status).toBe(404)
    const { rows } = await make.within(laboratory.id, client =>
      client.query('select patient from orders where id = $1', [id]),
    )
    expect(rows).toEqual([{ patient: 'Jean Petit' }])
  })
})
