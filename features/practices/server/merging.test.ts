import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, describe, expect, inject, it } from 'vitest'
import type { AuditLine } from '#features/audit/contract.ts'
import { addDays } from '#kit/day.ts'
import { listenTo } from '#test/events.ts'
import { problemOf, startTestApp } from '#test/harness.ts'
import { type TestPractice, testPassword } from '#test/make.ts'
import { today } from '#test/today.ts'

const { make, as, request, tokenFor } = startTestApp()
const admin = new pg.Pool({
  connectionString: inject('database').adminUrl.replace(/\/postgres(\?|$)/, '/arcade$1'),
  max: 1,
})
afterAll(() => admin.end())

type Call = Awaited<ReturnType<typeof as>>
const day = (distance: number) => addDays(today, distance)
const look = async (call: Call, going: TestPractice, staying: TestPractice) =>
  (await (await call(`/api/staff/practices/${staying.id}/merging?goingId=${going.id}`)).json()).data
const merge = (call: Call, going: TestPractice, staying: TestPractice, name = 'Cabinet Deux') =>
  call(`/api/staff/practices/${staying.id}/merging`, { body: { goingId: going.id, name } })
const told = async (answer: Response) => {
  if (answer.status === 204) return [204]
  const { status, code, errors } = await problemOf(answer)
  return [status, code, ...(errors ?? []).map(error => `${error.path} ${error.code}`)]
}
const dataOf = async (answer: Response) => (await answer.json()).data
const rowsOf = async (of: TestPractice, text: string, values: unknown[] = []) =>
  (await make.within(of.laboratory.id, client => client.query(text, values))).rows

async function twoPractices() {
  const laboratory = await make.laboratory()
  const staying = await make.practice(laboratory, { name: 'Cabinet Un', delivery_days: '{1,2,3,4,5}' })
  const going = await make.practice(laboratory, {
    name: 'Cabinet Deux',
    postal_code: '29200',
    city: 'Brest',
    delivery_instruction: 'Code 12A',
  })
  const administrator = await make.user(laboratory, { last_name: 'Roux' })
  return { laboratory, staying, going, administrator, call: await as(administrator) }
}

describe('a practice that goes into another', () => {
  it('takes with it what it has; its people go on where they were and see the cases of both', async () => {
    const { laboratory, staying, going, administrator, call } = await twoPractices()
    const [manager, doctor] = [
      await make.user(going, { account_type: 'manager', last_name: 'Durand' }),
      await make.user(going),
    ]
    const first = await make.order(going, { prescriber_id: doctor.id, prescriber: 'Dr Claire Martin' })
    const remake = await make.order(going, { remake_of: first.id, status: 'in_production' })
    const other = await make.order(staying, { patient_code: 'P-0002' })
    const of = { brand_id: laboratory.id, practice_id: going.id }
    await make.insert(laboratory.id, 'order_events', { ...of, order_id: first.id, sequence: 1, status: 'registered' })
    await make.insert(laboratory.id, 'order_messages', {
      ...of,
      order_id: first.id,
      author_id: doctor.id,
      is_from_laboratory: false,
      body: 'Bonjour',
    })
    await make.insert(laboratory.id, 'unread_cases', { ...of, order_id: first.id, user_id: doctor.id })
    await make.insert(laboratory.id, 'traceability_statements', {
      ...of,
      order_id: first.id,
      version: 1,
      number: 'T-1',
      content: JSON.stringify({ practice: 'Cabinet Deux' }),
      signed_by: administrator.id,
      signed_by_name: 'Dr Claire Roux',
      kept_until: '2040-01-01',
    })
    const { name } = await make.supply(laboratory)
    await make.supplyOrder(going, [name], { created_by: doctor.id })
    await make.ride(going, day(3), 'AM', { created_by: doctor.id })
    await make.absence(going, day(20), day(22))
    const draft = { content: JSON.stringify({}), brand_id: laboratory.id, user_id: doctor.id, id: randomUUID() }
    await make.insert(laboratory.id, 'order_drafts', draft)
    const [token, before] = [await tokenFor(doctor), await rowsOf(going, 'select * from traceability_statements')]
    const headers = { authorization: `Bearer ${token}` }
    const events = listenTo(await request(laboratory, '/api/events', { headers }))
    await events.next('ready')

    expect(await look(call, going, staying)).toMatchObject({
      going: { name: 'Cabinet Deux', place: '29200 Brest', deliveryInstruction: 'Code 12A' },
      staying: { name: 'Cabinet Un' },
      obstacles: [],
      cases: 2,
      openCases: 2,
      people: 2,
      drafts: 1,
      absences: 1,
      absencesShared: 0,
      pickups: 1,
      supplies: 1,
      unread: 2,
      pieces: 0,
      balanceCents: 0,
      patientCodes: 0,
    })
    expect((await call(`/api/staff/practices/${going.id}`)).status, 'looking moves nothing').toBe(200)
    expect(await told(await merge(call, going, staying))).toEqual([204])

    expect(await events.next('end'), 'what they had open begins anew').toEqual({ because: 'session' })
    const cases = await request(laboratory, '/api/orders', { headers })
    expect((await dataOf(cases)).map((order: { id: string }) => order.id).toSorted()).toEqual(
      [first.id, remake.id, other.id].toSorted(),
    )
    const colleagues = await dataOf(await (await as(manager))('/api/account/colleagues'))
    expect(colleagues).toHaveLength(2)
    const [now] = await rowsOf(going, 'select * from traceability_statements')
    expect(now).toEqual({ ...before[0], practice_id: staying.id })
    expect(await rowsOf(going, 'select id from practices')).toEqual([{ id: staying.id }])
    expect(await rowsOf(going, 'select practice_id from rides union select practice_id from absences')).toEqual([
      { practice_id: staying.id },
    ])

    const page = await dataOf(await call(`/api/staff/practices/${going.id}`))
    expect(page).toMatchObject({
      id: staying.id,
      name: 'Cabinet Un',
      merged: [{ id: going.id, name: 'Cabinet Deux', by: 'Dr Claire Roux' }],
    })
    const found = await dataOf(await call('/api/staff/practices?search=deux'))
    expect(found.map((one: { id: string }) => one.id)).toEqual([staying.id])
    expect(await rowsOf(going, "select subject_id from audit_events where kind = 'practice_merged'")).toEqual([
      { subject_id: going.id },
    ])
    const lines = await dataOf(await call('/api/staff/audit?what=people'))
    expect(lines[0]).toMatchObject({ kind: 'practice_merged', about: [{ kind: 'practice', name: 'Cabinet Deux' }] })
  })

  it.each([
    ['requested', 'nobody_there', 'requested'],
    ['nobody_there', 'confirmed', 'confirmed'],
    ['picked_up', 'nobody_there', 'picked_up'],
    ['nobody_there', 'picked_up', 'picked_up'],
    ['picked_up', 'requested', 'picked_up'],
  ] as const)('of two pickups of one half day, %s and %s, keeps the one that is %s', async (ours, theirs, kept) => {
    const { staying, going, call } = await twoPractices()
    const { id: ourId } = await make.ride(staying, today, 'AM', { status: ours })
    const { id: theirId } = await make.ride(going, today, 'AM', { status: theirs })
    expect(await told(await merge(call, going, staying))).toEqual([204])
    const [id, stands_for] = ours === kept ? [ourId, [theirId]] : [theirId, [ourId]]
    const rides = 'select id, status, practice_id, stands_for from rides'
    expect(await rowsOf(going, rides)).toEqual([{ id, status: kept, practice_id: staying.id, stands_for }])
  })

  it('keeps one pickup of a half day that was asked for again where nobody had been', async () => {
    const { staying, going, call } = await twoPractices()
    await make.ride(going, today, 'AM', { status: 'nobody_there' })
    const { id: theirs } = await make.ride(going, today, 'AM')
    const { id } = await make.ride(staying, today, 'AM')
    expect(await told(await merge(call, going, staying))).toEqual([204])
    const rides = `select id, status, stands_for from rides where practice_id = '${staying.id}' order by status`
    expect(await rowsOf(going, rides)).toMatchObject([
      { id, status: 'requested', stands_for: [theirs] },
      { status: 'nobody_there', stands_for: [] },
    ])
  })

  it('is still known as what the readers of its cases belonged to: who copied them before, and nobody else', async () => {
    const { laboratory, staying, going, call } = await twoPractices()
    const elsewhere = await make.practice(laboratory)
    const last = await make.practice(laboratory, { name: 'Cabinet Trois' })
    const { id } = await make.order(going)
    for (const of of [going, elsewhere]) {
      const manager = await as(await make.user(of, { account_type: 'manager' }))
      const copied = await manager('/api/account/practice-export', { body: { currentPassword: testPassword } })
      expect(copied.status).toBe(200)
      await copied.arrayBuffer()
    }
    const readers = async () =>
      (await dataOf(await call(`/api/staff/audit/cases/${id}/readers`)))
        .map(({ what }: { what: string }) => what)
        .filter((what: string) => what === 'practice_exported')
    expect(await readers()).toEqual(['practice_exported'])
    expect(await told(await merge(call, going, staying))).toEqual([204])
    expect(await readers()).toEqual(['practice_exported'])
    expect(await told(await merge(call, staying, last, 'Cabinet Un'))).toEqual([204])
    expect(await readers()).toEqual(['practice_exported'])
  })

  it('is looked for in the audit by its own name, and what was done to it stands with the one that stays', async () => {
    const { laboratory, staying, going, call } = await twoPractices()
    const other = await make.practice(laboratory)
    const changed = (subject_id: string) =>
      make.insert(laboratory.id, 'audit_events', {
        brand_id: laboratory.id,
        kind: 'practice_changed',
        request_id: 'x',
        subject_id,
      })
    for (const { id } of [going, staying, other]) await changed(id)
    expect(await told(await merge(call, going, staying))).toEqual([204])
    const { practices } = await dataOf(await call('/api/staff/audit/subjects?search=deux'))
    expect(practices).toEqual([{ id: staying.id, name: 'Cabinet Un' }])
    const lines = await dataOf(await call(`/api/staff/audit?practiceId=${staying.id}`))
    expect(lines.map(({ kind, about }: AuditLine) => [kind, ...about.map(({ name }) => name)])).toEqual([
      ['practice_merged', 'Cabinet Deux'],
      ['practice_changed', 'Cabinet Un'],
      ['practice_changed', 'Cabinet Deux'],
    ])
  })

  it('shows before which pickups would stand on half days that the other has declared away', async () => {
    const { staying, going, call } = await twoPractices()
    await make.absence(going, day(3), day(4), { from_shift: 'PM', is_delivery_possible: true })
    await make.absence(staying, day(6), day(6))
    // Of its own absence it has known.
    await make.ride(going, day(3), 'PM')
    await make.ride(staying, day(3), 'AM')
    expect(await look(call, going, staying)).toMatchObject({ pickupsAway: 0 })
    await make.ride(staying, day(3), 'PM', { status: 'confirmed' })
    await make.ride(staying, day(4), 'AM', { status: 'cancelled' })
    expect(await look(call, going, staying)).toMatchObject({ pickupsAway: 1 })
    await make.ride(going, day(6), 'AM')
    expect(await look(call, going, staying)).toMatchObject({ pickupsAway: 2 })
  })

  it('leads on when the one that it went into goes too', async () => {
    const { laboratory, staying, going, call } = await twoPractices()
    const last = await make.practice(laboratory, { name: 'Cabinet Trois' })
    await make.order(going)
    expect(await told(await merge(call, going, staying))).toEqual([204])
    expect(await told(await merge(call, staying, last, 'Cabinet Un'))).toEqual([204])
    const page = await dataOf(await call(`/api/staff/practices/${going.id}`))
    expect([page.id, page.merged.map((one: { name: string }) => one.name)]).toEqual([
      last.id,
      ['Cabinet Deux', 'Cabinet Un'],
    ])
  })

  it('keeps once what both have: a half-day’s pickup, days away, a day on which nobody was there, a template’s name', async () => {
    const { laboratory, staying, going, call } = await twoPractices()
    const [theirs, ours] = [await make.user(going), await make.user(staying)]
    const words = (complementary_information: string) => ({ complementary_information })
    await make.ride(going, day(3), 'AM', { created_by: theirs.id, status: 'confirmed', ...words('Deux boîtes') })
    await make.ride(staying, day(3), 'AM', { created_by: ours.id, ...words('Sonner') })
    await make.ride(going, day(3), 'PM', { created_by: theirs.id })
    await make.absence(going, day(10), day(20), { from_shift: 'PM', is_delivery_possible: true })
    await make.absence(staying, day(12), day(14), { to_shift: 'AM' })
    const driver = await make.user(laboratory, { role: 'driver' })
    const at = {
      brand_id: laboratory.id,
      day: today,
      outcome: 'nobody_there',
      done_by: driver.id,
      done_at: '2020-01-01',
    }
    for (const { id: practice_id } of [going, staying])
      await make.insert(laboratory.id, 'hand_overs', { ...at, practice_id, id: randomUUID() })
    for (const [of, created_by] of [
      [going, theirs.id],
      [staying, ours.id],
    ] as const) {
      const template = { name: 'Couronne', content: '{}', created_by }
      await make.insert(laboratory.id, 'order_templates', { brand_id: laboratory.id, practice_id: of.id, ...template })
    }
    await make.order(going, { patient_code: 'P-7', delivery_on: day(13) })
    await make.order(staying, { patient_code: 'P-7' })

    expect(await look(call, going, staying)).toMatchObject({
      pickups: 2,
      pickupsShared: 1,
      absences: 1,
      absencesShared: 1,
      patientCodes: 1,
      someCodes: ['P-7'],
      daysToLookAt: 1,
    })
    expect(await told(await merge(call, going, staying))).toEqual([204])
    expect(
      await rowsOf(going, 'select shift, status, complementary_information as words from rides order by shift'),
    ).toEqual([
      { shift: 'AM', status: 'confirmed', words: 'Sonner · Deux boîtes' },
      { shift: 'PM', status: 'requested', words: null },
    ])
    const away = await rowsOf(
      going,
      `select from_on::text, from_shift, to_on::text, to_shift, is_delivery_possible as taken
       from absences order by from_on, from_shift`,
    )
    expect(away).toEqual([
      { from_on: day(10), from_shift: 'PM', to_on: day(11), to_shift: 'PM', taken: true },
      { from_on: day(12), from_shift: 'AM', to_on: day(14), to_shift: 'AM', taken: false },
      { from_on: day(14), from_shift: 'PM', to_on: day(20), to_shift: 'PM', taken: true },
    ])
    expect(await rowsOf(going, 'select from hand_overs where not is_at_other_door')).toHaveLength(1)
    expect(await rowsOf(going, 'select name from order_templates order by name')).toEqual([
      { name: 'Couronne' },
      { name: 'Couronne (2)' },
    ])
  })
})

describe('a practice stays', () => {
  it('where it has a piece in the books, which name the customer of their day', async () => {
    const { staying, going, call } = await twoPractices()
    await make.invoice(going, { amount_cents: 14_900 })
    expect(await look(call, going, staying)).toMatchObject({
      obstacles: ['has_books'],
      pieces: 1,
      balanceCents: 14_900,
    })
    expect(await told(await merge(call, going, staying))).toEqual([409, 'has_books'])
    expect(await rowsOf(going, 'select practice_id from invoices')).toEqual([{ practice_id: going.id }])
    // In the other direction there is no obstacle.
    expect(await told(await merge(call, staying, going, 'Cabinet Un'))).toEqual([204])
  })

  it('while what it asks the laboratory to change is not answered, or nobody comes in to the other', async () => {
    const { laboratory, staying, going, call } = await twoPractices()
    const requested_by = (await make.user(going, { account_type: 'manager' })).id
    const asked = { brand_id: laboratory.id, practice_id: going.id, requested_by }
    await make.insert(laboratory.id, 'account_changes', { ...asked, part: 'delivery_instruction' })
    await call(`/api/staff/practices/${staying.id}/access`, { body: { isDisabled: true } })
    expect((await look(call, going, staying)).obstacles).toEqual(['changes_pending', 'practice_disabled'])
    expect(await told(await merge(call, going, staying))).toEqual([409, 'changes_pending'])
  })

  it('unless its name is typed, and where it would go into itself or into nothing', async () => {
    const { laboratory, staying, going, call } = await twoPractices()
    expect(await told(await merge(call, going, staying, 'Cabinet Un'))).toEqual([
      422,
      'input_invalid',
      'name name_differs',
    ])
    expect(await told(await merge(call, going, going))).toEqual([422, 'input_invalid', 'goingId same_practice'])
    const nowhere = { id: randomUUID(), laboratory }
    expect(await told(await merge(call, going, nowhere))).toEqual([404, 'not_found'])
    const elsewhere = await make.practice(await make.laboratory(), { name: 'Cabinet Deux' })
    expect(await told(await merge(call, elsewhere, staying))).toEqual([404, 'not_found'])
    expect(await told(await merge(call, going, elsewhere))).toEqual([404, 'not_found'])
    expect(await rowsOf(staying, 'select from practices')).toHaveLength(2)
  })

  it('for whoever is no administrator, whatever statement is sent', async () => {
    const { laboratory, staying, going } = await twoPractices()
    const role = async (name: string) => merge(await as(await make.user(laboratory, { role: name })), going, staying)
    for (const name of ['production', 'accounting', 'driver']) expect((await role(name)).status).toBe(403)
    const accounting = await make.user(laboratory, { role: 'accounting' })
    const refused = make.within(laboratory.id, async client => {
      await client.query("select tenant.set_context($1, null, $2, 'staff')", [laboratory.id, accounting.id])
      await client.query('select tenant.merge_practices($1, $2)', [going.id, staying.id])
    })
    await expect(refused).rejects.toThrow('an administrator of the laboratory sets this')
  })
})

it('takes the photos of its hand-overs along, and of a day on which nobody was there at either place both', async () => {
  const { laboratory, staying, going, call } = await twoPractices()
  const driver = await make.user(laboratory, { role: 'driver' })
  const [handed, missed, theirs] = [await make.order(going), await make.order(going), await make.order(staying)]
  const handOver = async (of: TestPractice, order: { id: string }, outcome: string, round: number) => {
    const own = { brand_id: laboratory.id, practice_id: of.id }
    const id = randomUUID()
    const noted = { day: day(-round), outcome, done_by: driver.id, done_at: '2026-01-05T10:00:00Z' }
    await make.insert(laboratory.id, 'hand_overs', { ...own, ...noted, id })
    await make.insert(laboratory.id, 'handed_cases', { ...own, hand_over_id: id, order_id: order.id })
    const photo = {
      name: 'colis.jpg',
      type: 'jpg',
      state: 'ready',
      size: 1,
      sha256: Buffer.alloc(32),
      created_by: driver.id,
    }
    await make.insert(laboratory.id, 'attachments', {
      ...own,
      ...photo,
      id: randomUUID(),
      order_id: order.id,
      hand_over_id: id,
    })
  }
  await handOver(going, handed, 'handed_over', 2)
  await handOver(going, missed, 'nobody_there', 1)
  await handOver(staying, theirs, 'nobody_there', 1)
  expect(await told(await merge(call, going, staying))).toEqual([204])
  const photos = await rowsOf(staying, 'select practice_id from attachments where hand_over_id is not null')
  expect(photos).toEqual(Array.from({ length: 3 }, () => ({ practice_id: staying.id })))
})

it('whoever was kept out with the practice that goes stays out, also when the other is closed and opened again', async () => {
  const { staying, going, call } = await twoPractices()
  const closed = await make.user(going, { account_type: 'manager' })
  const setOpen = (of: TestPractice, isDisabled: boolean) =>
    call(`/api/staff/practices/${of.id}/access`, { body: { isDisabled } })
  expect((await setOpen(going, true)).status).toBe(204)
  expect((await look(call, going, staying)).keptOut).toBe(1)
  expect(await told(await merge(call, going, staying))).toEqual([204])
  for (const isDisabled of [true, false]) expect((await setOpen(staying, isDisabled)).status).toBe(204)
  expect(await rowsOf(staying, 'select disabled_at is null as is_in from users where id = $1', [closed.id])).toEqual([
    { is_in: false },
  ])
})

it('is confirmed by its name as a screen shows it', async () => {
  const { staying, call } = await twoPractices()
  const going = await make.practice(staying.laboratory, { name: 'Cabinet  de\u00a0l’E\u0301toile' })
  expect(await told(await merge(call, going, staying, 'Cabinet de l’Étoile'))).toEqual([204])
})

it('each key between what belongs to a practice waits for the end where both sides change hands', async () => {
  const { rows } = await admin.query<{ name: string }>(
    `select c.conname as name from pg_constraint c, pg_proc f
     where c.contype = 'f' and not c.condeferrable and f.oid = 'tenant.merge_practices(uuid, uuid)'::regprocedure
       and strpos(f.prosrc, quote_literal(c.conrelid::regclass::text)) > 0
       and strpos(f.prosrc, quote_literal(c.confrelid::regclass::text)) > 0
       and exists (select from pg_attribute a where a.attrelid = c.conrelid and a.attnum = any(c.conkey)
         and a.attname = 'practice_id') order by 1`,
  )
  expect(rows).toEqual([])
})

it('every table that names a practice is carried over, or keeps it from going, or follows what it belongs to', async () => {
  const { rows } = await admin.query<{ name: string; isNamed: boolean }>(
    `select c.relname as name, strpos(f.prosrc, quote_literal(c.relname)) > 0 as "isNamed"
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'practice_id' and not a.attisdropped,
       pg_proc f
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
       and f.oid = 'tenant.merge_practices(uuid, uuid)'::regprocedure order by 1`,
  )
  expect(rows.filter(({ isNamed }) => !isNamed).map(({ name }) => name)).toEqual([
    'account_change_fields',
    'allocations',
    'card_refunds',
    // Part of the books, which block a merge: deleted with a practice that has none.
    'customer_accounts',
    'erasure_requests',
    'invoice_documents',
    'invoice_lines',
    'invoice_orders',
    'invoice_parties',
    'invoice_reminders',
    'invoice_taxes',
    'invoices',
    'notice_choices',
    'payment_events',
    'payment_holds',
    'payments',
    // Ended: the remaining practice's price list applies.
    'practice_price_lists',
    // Moved by a trigger on the deleted practice.
    'program_practices',
  ])
})
