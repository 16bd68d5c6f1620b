import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import * as files from '#test/files.ts'
import { problemOf, startTestApp } from '#test/harness.ts'
import { type TestLaboratory, type TestPractice, type TestUser, testPassword } from '#test/make.ts'
import { today } from '#test/today.ts'
import { copiedElsewhere, details, personalTables } from './data-map.ts'
import { columnWord } from './export-text.ts'

const { app, make, as, request, owner } = startTestApp()

let laboratory: TestLaboratory
let practice: TestPractice
beforeAll(async () => {
  laboratory = await make.laboratory({ company_name: 'Laboratoire Émail' })
  practice = await make.practice(laboratory)
})

const own = '/api/account/export'
const ofPractice = '/api/account/practice-export'
const body = { currentPassword: testPassword }
const asking = async (user: TestUser, path = own) => (await as(user))(path, { body })

async function unpacked(response: Response) {
  expect(response.status).toBe(200)
  const parts = files.unzip(Buffer.from(await response.arrayBuffer()))
  return {
    names: [...parts.keys()].toSorted(),
    read: (name: string) => parts.get(name) ?? Buffer.from(`There is no ${name}.`),
  }
}
type Data = Record<string, Record<string, unknown>[]>
const dataOf = ({ read }: Awaited<ReturnType<typeof unpacked>>) => JSON.parse(read('data.json').toString()) as Data

async function userWithThings() {
  const user = await make.user(practice, { first_name: 'Luc', last_name: '<b>Roy</b>', account_type: 'doctor' })
  const call = await as(user)
  const { reference } = await make.product(laboratory)
  const ordered = await call('/api/orders', {
    body: {
      patientCode: 'P-77',
      patient: 'Jean Petit',
      printType: 'optical',
      products: [{ reference, quantity: 1, teeth: [26], shade: 'A2' }],
    },
  })
  expect(ordered.status).toBe(201)
  const { id, code } = ((await ordered.json()) as { data: { id: string; code: string } }).data
  await call(`/api/orders/${id}/messages`, { body: { body: '=Bonjour' } })
  await call(`/api/orders/${id}/attachments`, { method: 'POST', body: files.form('a.pdf', files.pdf()) })
  await call('/api/absences', { body: { from: '2099-03-02', to: '2099-03-06', deliveryPossible: false } })
  await call('/api/account/notices', { method: 'PATCH', body: { ways: { message: 'never' } } })
  await call('/api/account/personal-information', { method: 'PATCH', body: { phone: '06 99 00 12 34' } })
  await call('/api/feedback', { body: { body: 'Très pratique' } })
  const ofUser = { brand_id: laboratory.id, user_id: user.id }
  await make.insert(laboratory.id, 'authenticators', { ...ofUser, secret: randomBytes(20) })
  await make.insert(laboratory.id, 'recovery_codes', { ...ofUser, code_hash: randomBytes(32) })
  await make.passkey(user)
  const { id: proForma } = await make.invoice(practice, { type: 'pro_forma' })
  const answered = await call(`/api/invoices/${proForma}/answer`, {
    body: { answer: 'question', question: 'Deux fois ?' },
  })
  expect(answered.status).toBe(204)
  await make.insert(laboratory.id, 'payments', {
    brand_id: laboratory.id,
    practice_id: practice.id,
    mode: 'transfer',
    amount_cents: 10_000,
    provider: 'bank',
    reference: `RF${String(randomInt(1e14)).padStart(14, '0')}`,
    created_by: user.id,
  })
  await call(`/api/orders/${id}`)
  await app.writeSightings()
  return { user, call, order: { id, code } }
}

describe('a copy of one’s own data', () => {
  it('opens: a page to read, the same for programs, the record about oneself, and one’s files byte for byte', async () => {
    const { user, order } = await userWithThings()
    const response = await asking(user)
    expect(response.headers.get('content-type')).toBe('application/zip')
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="export-[-\d]{10}\.zip"/)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const copy = await unpacked(response)
    const file = copy.names.find(name => name.startsWith('files/'))
    expect(copy.names).toEqual(['activity.csv', 'data.json', file, 'index.html'])
    expect(file).toMatch(new RegExp(`^files/${order.code}/[0-9a-f]{8}-a\\.pdf$`))
    expect(copy.read(file ?? '')).toEqual(Buffer.from(files.pdf()))
    const data = dataOf(copy)
    expect(data.users).toMatchObject([{ login: user.login, first_name: 'Luc' }])
    expect(data.orders).toMatchObject([{ code: order.code, patient_code: 'P-77', patient: 'Jean Petit' }])
    expect(data.order_products).toMatchObject([{ order_id: order.id, shade: 'A2' }])
    expect(data.order_messages).toMatchObject([{ order_id: order.id, body: '=Bonjour' }])
    expect(data.absences).toMatchObject([{ from_on: '2099-03-02' }])
    expect(data.account_change_fields).toMatchObject([{ field: 'phone', after: '06 99 00 12 34' }])
    const page = copy.read('index.html').toString()
    expect(page).toContain('Laboratoire Émail')
    expect(page).toContain('&lt;b&gt;Roy')
    expect(page).not.toContain('<b>Roy')
    const lines = copy.read('activity.csv').toString()
    for (const kind of ['order_created', 'message_sent', 'attachment_added', 'case_viewed', 'data_exported'])
      expect(lines).toContain(`"${kind}"`)
  })

  it('names no invoiced case to whoever sees no invoices', async () => {
    for (const [is_practice_doctor, status] of [
      [true, 'delivered'],
      [false, 'invoiced'],
    ] as const) {
      const user = await make.user(practice, { is_practice_doctor })
      await make.order(practice, { status: 'invoiced', ordered_by: user.id })
      expect(dataOf(await unpacked(await asking(user))).orders).toMatchObject([{ status }])
    }
  })

  it('holds nothing of colleagues, and no secret', async () => {
    const { user } = await userWithThings()
    const other = await make.user(practice, { first_name: 'Zéphyrine', email: 'zephyrine@example.test' })
    const theirs = await make.order(practice, { ordered_by: other.id, prescriber: 'Dr Zéphyrine' })
    await (await as(other))(`/api/orders/${theirs.id}/messages`, { body: { body: 'De la part de Zéphyrine' } })
    const theirFile = files.form('theirs.pdf', files.pdf())
    await (await as(other))(`/api/orders/${theirs.id}/attachments`, { method: 'POST', body: theirFile })
    const copy = await unpacked(await asking(user))
    const all = copy.names.map(name => name + copy.read(name).toString('latin1')).join()
    for (const word of [
      'phyrine',
      theirs.code,
      'argon2id',
      'password_hash',
      'refresh_seed',
      'secret_hash',
      'token_hash',
    ])
      expect(all, word).not.toContain(word)
  })

  it('is had by the laboratory’s own people too', async () => {
    const staff = await make.user(laboratory, { role: 'driver' })
    const copy = await unpacked(await asking(staff))
    expect(dataOf(copy).users).toMatchObject([{ login: staff.login, role: 'driver' }])
    expect(dataOf(copy).orders).toEqual([])
  })

  it('holds no file that somebody has attached for the laboratory: it is the laboratory’s, and shows patients', async () => {
    const technician = await make.user(laboratory, { role: 'production' })
    const bench = await as(technician)
    const { id } = await make.order(practice, { status: 'in_production' })
    const body = files.form('maquette.pdf', files.pdf())
    expect((await bench(`/api/staff/orders/${id}/attachments`, { body })).status).toBe(201)
    await make.within(laboratory.id, client =>
      client.query(`update users set role = 'accounting' where id = $1`, [technician.id]),
    )
    const copy = await unpacked(await asking(technician))
    expect(copy.names).toEqual(['activity.csv', 'data.json', 'index.html'])
    expect(dataOf(copy).attachments).toEqual([])
    expect(copy.read('index.html').toString()).not.toContain('maquette')
    // That they have done it is about them.
    expect(copy.read('activity.csv').toString()).toContain('"attachment_added"')
  })

  it('holds no photo that a driver has taken at a door, however old it is', async () => {
    const driver = await make.user(laboratory, { role: 'driver' })
    const driving = await as(driver)
    const { id } = await make.order(practice, { status: 'shipped', delivery_on: today })
    const handOver = randomUUID()
    const done = { practiceId: practice.id, day: today, outcome: 'handed_over', orderIds: [id], rideIds: [] }
    const at = new Date(Date.now() - 600_000).toISOString()
    expect((await driving('/api/staff/hand-overs', { body: { id: handOver, ...done, at } })).status).toBe(201)
    const photo = await driving(`/api/staff/hand-overs/${handOver}/photo`, {
      body: files.form('photo.jpg', await files.photo()),
      headers: { 'idempotency-key': randomUUID() },
    })
    expect(photo.status).toBe(201)
    const photographs = async () => {
      const copy = await unpacked(await asking(driver))
      return [...copy.names.filter(name => name.startsWith('files/')), ...(dataOf(copy).attachments ?? [])]
    }
    expect(await photographs()).toEqual([])
    // As for photos taken before files had an owner.
    await make.within(laboratory.id, client =>
      client.query('update attachments set of_laboratory = false where hand_over_id = $1', [handOver]),
    )
    expect(await photographs()).toEqual([])
  })

  it('has no absences for whoever may not know of them', async () => {
    const user = await make.user(practice, { is_practice_doctor: true })
    await make.absence(practice, '2098-03-02', '2098-03-06', { created_by: user.id })
    expect(dataOf(await unpacked(await asking(user))).absences).toEqual([])
  })

  it('asks for the password, and is made five times in an hour and no more', async () => {
    const user = await make.user(practice)
    const call = await as(user)
    expect(await problemOf(await call(own, { body: { currentPassword: 'nothing' } }))).toMatchObject({
      status: 422,
      code: 'password_wrong',
    })
    for (let made = 0; made < 5; made += 1) await (await call(own, { body })).body?.cancel()
    const sixth = await call(own, { body })
    expect(sixth.status).toBe(429)
    expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(60)
    expect((await asking(await make.user(practice))).status).toBe(200)
  })

  it('is made for nobody who has not signed in, and ends with the session that asked', async () => {
    expect((await request(laboratory, own, { body })).status).toBe(401)
    const { user } = await userWithThings()
    const response = await asking(user)
    const reader = response.body?.getReader()
    await make.within(laboratory.id, client =>
      client.query(`update sessions set ended_at = now(), ended_because = 'logout' where user_id = $1`, [user.id]),
    )
    const readAll = async () => {
      for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read());
    }
    await expect(readAll()).rejects.toThrow()
  })
})

describe('a copy of the practice’s cases', () => {
  it('has each case with its products, messages and files, for a manager', async () => {
    const { order, call } = await userWithThings()
    const manager = await make.user(practice, { account_type: 'manager' })
    const elsewhere = await make.practice(laboratory)
    const foreign = await make.order(elsewhere)
    const copy = await unpacked(await asking(manager, ofPractice))
    const cases = JSON.parse(copy.read('cases.json').toString()) as Record<string, unknown>[]
    expect(cases.find(({ code }) => code === order.code)).toMatchObject({
      patient_code: 'P-77',
      products: [{ shade: 'A2' }],
      messages: [{ from_laboratory: false, body: '=Bonjour' }],
      timeline: [{ status: 'registered' }],
    })
    expect(JSON.stringify(cases)).not.toContain(foreign.code)
    expect(copy.names.some(name => name.startsWith(`files/${order.code}/`))).toBe(true)
    expect(copy.read('index.html').toString()).toContain(order.code)
    // An export of all cases counts as reading each, and shows in the administrator's list of readers.
    const admin = await as(await make.user(laboratory))
    const readings = await (await admin(`/api/staff/audit/cases/${order.id}/readers`)).json()
    expect(readings.data).toContainEqual(expect.objectContaining({ what: 'practice_exported' }))
    expect(call).toBeDefined()
  })

  it('says what the portal says in the language of whoever asks, and what people have written as it is', async () => {
    const place = await make.practice(laboratory)
    const { id: order_id } = await make.order(place)
    const line = { brand_id: laboratory.id, practice_id: place.id, order_id, status: 'registered' }
    const said = { note: 'Jour changé', note_fr: 'Jour changé', note_en: 'Day changed' }
    await make.insert(laboratory.id, 'order_events', { ...line, sequence: 1, ...said })
    await make.insert(laboratory.id, 'order_events', { ...line, sequence: 2, note: 'Vu avec Paul' })
    for (const [language, note] of [
      ['fr', 'Jour changé'],
      ['en', 'Day changed'],
    ]) {
      const reader = await make.user(place, { account_type: 'manager', language })
      const copy = await unpacked(await asking(reader, ofPractice))
      const [{ timeline }] = JSON.parse(copy.read('cases.json').toString())
      expect(timeline).toMatchObject([{ note }, { note: 'Vu avec Paul' }])
    }
  })

  it('is longer than one reading of the database', async () => {
    const large = await make.practice(laboratory)
    for (let made = 0; made < 101; made += 1) await make.order(large)
    const copy = await unpacked(await asking(await make.user(large, { account_type: 'manager' }), ofPractice))
    const cases = JSON.parse(copy.read('cases.json').toString()) as { code: string }[]
    expect(new Set(cases.map(({ code }) => code)).size).toBe(101)
  })

  it('is for managers: nobody else of the practice, of the laboratory or of nowhere', async () => {
    expect((await request(laboratory, ofPractice, { body })).status).toBe(401)
    for (const user of [
      await make.user(practice),
      await make.user(practice, { is_practice_doctor: true }),
      await make.user(practice, { is_dlcpm: true }),
      ...(await Promise.all(
        ['administrator', 'production', 'accounting', 'driver'].map(role => make.user(laboratory, { role })),
      )),
    ])
      expect((await asking(user, ofPractice)).status).toBe(403)
  })

  it('that is left in the middle leaves its place to others', async () => {
    const place = await make.practice(laboratory)
    const managers = await Promise.all(Array.from({ length: 4 }, () => make.user(place, { account_type: 'manager' })))
    const [manager] = managers as [TestUser]
    const { id } = await make.order(place)
    const added = await (await as(manager))(`/api/orders/${id}/attachments`, {
      method: 'POST',
      body: files.form('large.pdf', files.pdfOf(3_000_001)),
    })
    expect(added.status).toBe(201)
    const attachment = ((await added.json()) as { data: { id: string } }).data.id
    // More than a practice's places for reading files.
    for (const user of managers)
      for (let begun = 0; begun < 5; begun += 1) {
        const reader = (await asking(user, ofPractice)).body?.getReader()
        for (let read = 0; read < 200_000; ) read += (await reader?.read())?.value?.length ?? 200_000
        await reader?.cancel()
      }
    const download = await (await as(manager))(`/api/attachments/${attachment}`)
    expect(download.status).toBe(200)
    expect((await download.arrayBuffer()).byteLength).toBeGreaterThan(3_000_000)
  })
})

describe('S60: the map of what is personal', () => {
  type Column = { table: string; column: string; names_user: boolean }
  const columns = async () =>
    (
      await owner.query<Column>(
        `select c.relname as table, a.attname as column, exists (
           select from pg_constraint k where k.contype = 'f' and k.conrelid = c.oid and k.confrelid = 'users'::regclass
             and a.attnum = any(k.conkey) and a.attname not in ('brand_id', 'practice_id')) as names_user
         from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
         where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1, a.attnum`,
      )
    ).rows
  const tables = { ...personalTables, ...details }

  it('knows every column of every table about persons, and every table that names a user', async () => {
    const found = Map.groupBy(await columns(), ({ table }) => table)
    for (const [table, { copied, leftOut }] of Object.entries(tables)) {
      const known = [...copied, ...leftOut].toSorted()
      expect(known, `say of each column of ${table} whether it is copied`).toEqual(
        (found.get(table) ?? []).map(({ column }) => column).toSorted(),
      )
    }
    const unknown = [...found]
      .filter(
        ([table, its]) => its.some(({ names_user }) => names_user) && !(table in tables) && !(table in copiedElsewhere),
      )
      .map(([table]) => table)
    // For example a staff member's decision, which is audited but not about the practice's user.
    expect(unknown, 'say in data-map.ts what of it is personal').toEqual([])
  })

  it('is what a copy holds: each column of it, for somebody of whom there is something', async () => {
    const { user } = await userWithThings()
    const data = dataOf(await unpacked(await asking(user)))
    expect(Object.keys(data).toSorted()).toEqual(Object.keys(tables).toSorted())
    for (const [table, { copied }] of Object.entries(tables)) {
      const [row] = data[table] ?? []
      if (row) expect(Object.keys(row), table).toEqual([...copied])
    }
    for (const table of [
      'users',
      'sessions',
      'authenticators',
      'recovery_codes',
      'passkeys',
      'orders',
      'order_products',
      'order_messages',
      'attachments',
      'payments',
      'invoices',
      'feedback',
    ])
      expect(data[table]?.length, table).toBeGreaterThan(0)
  })

  it('has a French word for each column', () => {
    const untold = Object.values(tables)
      .flatMap(({ copied }) => [...copied] as string[])
      .filter(column => column.includes('_') && columnWord(column, 'fr') === column.replaceAll('_', ' '))
    expect(untold).toEqual([])
  })
})
