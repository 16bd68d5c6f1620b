import { expect, it } from 'vitest'
import { addDays } from '#kit/day.ts'
import { openLaboratoryOf } from '#tenancy/server/guards.ts'
import { listMails } from '#tenancy/server/outbox-sql.ts'
import { problemOf, startTestApp } from '#test/harness.ts'
import type { TestPractice } from '#test/make.ts'
import { today } from '#test/today.ts'

const { app, make, as, request } = startTestApp({
  mail: { server: { host: '127.0.0.1', port: 1, isSecure: false, isPlain: true }, from: 'portail@labo.test' },
})
/** The same portal without a mail server. */
const silent = startTestApp()
const { database } = app.api.services
type Call = Awaited<ReturnType<typeof as>>

const overdue = (practice: TestPractice, values: Record<string, unknown> = {}) =>
  make.invoice(practice, { issued_on: addDays(today, -50), due_on: addDays(today, -20), ...values })
const remind = (call: Call, { id }: { id: string }) =>
  call(`/api/staff/invoices/${id}/reminder`, { method: 'POST', body: {} })

async function booksOf() {
  const laboratory = await make.laboratory()
  const practice = await make.practice(laboratory)
  const accounting = await as(await make.user(laboratory, { role: 'accounting' }))
  const mails = async () =>
    (await openLaboratoryOf(database, laboratory.id, 'read', actor => listMails(actor, { most: 50 }))) ?? []
  return { laboratory, practice, accounting, mails }
}
const asIfDaysAgo = ({ laboratory }: TestPractice, days: number) =>
  make.within(laboratory.id, async client => {
    await client.query('alter table invoice_reminders disable trigger only_grows')
    await client.query('update invoice_reminders set sent_on = sent_on - $1::int', [days])
    await client.query('alter table invoice_reminders enable trigger only_grows')
  })

it('writes to those who manage the practice, once a day, and says on the piece when', async () => {
  const { laboratory, practice, accounting, mails } = await booksOf()
  const french = await make.user(practice, { account_type: 'manager', language: 'fr' })
  await make.user(practice, { account_type: 'manager', language: 'en' })
  await make.user(practice)
  const piece = await overdue(practice, { amount_cents: 14_900 })
  const answer = await remind(accounting, piece)
  expect(await answer.json()).toEqual({ data: { readers: 2 } })
  const [mail] = (await mails()).filter(({ recipient }) => recipient === `${french.login}@example.test`)
  expect(mail?.subject).toBe('Rappel\u00a0: une facture à régler')
  expect((await mails()).length).toBe(2)
  const { data } = await (await accounting(`/api/staff/invoices/${piece.id}`)).json()
  expect(data.remindedOn).toEqual([today])
  expect(await problemOf(await remind(accounting, piece))).toMatchObject({ status: 409, code: 'reminded_today' })
  expect((await mails()).length).toBe(2)
  const { rows } = await make.within(laboratory.id, client =>
    client.query<{ user_id: string }>(`select user_id from audit_events where kind = 'invoice_reminded'`),
  )
  expect(rows).toEqual([{ user_id: expect.any(String) }])
})

it('of many at once one has written', async () => {
  const { practice, accounting, mails } = await booksOf()
  await make.user(practice, { account_type: 'manager' })
  const piece = await overdue(practice)
  const answers = await Promise.all(Array.from({ length: 6 }, () => remind(accounting, piece)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
  expect((await mails()).length).toBe(1)
})

it('is for what is overdue, of a practice that somebody manages, five times at most', async () => {
  const { practice, accounting, mails } = await booksOf()
  const piece = await overdue(practice)
  const refusal = async (of: { id: string }) => (await problemOf(await remind(accounting, of))).code
  expect(await refusal(piece)).toBe('nobody_to_remind')
  await make.user(practice, { account_type: 'manager' })
  for (const values of [{ due_on: today }, { type: 'pro_forma' }, { type: 'initialBalance', amount_cents: -100 }])
    expect(await refusal(await overdue(practice, values)), JSON.stringify(values)).toBe('not_overdue')
  for (let time = 0; time < 5; time++) {
    expect((await remind(accounting, piece)).status, `${time}`).toBe(200)
    await asIfDaysAgo(practice, 1)
  }
  expect(await refusal(piece)).toBe('reminded_often')
  expect((await mails()).length).toBe(5)
})

it('is for no practice whose favour covers all that is overdue: that only has to be set against it', async () => {
  const { practice, accounting, mails } = await booksOf()
  await make.user(practice, { account_type: 'manager' })
  const piece = await overdue(practice, { amount_cents: 14_900 })
  await overdue(practice, { type: 'initialBalance', amount_cents: -14_900 })
  await overdue(practice, { due_on: addDays(today, 30), amount_cents: 50_000 })
  // Approved, but payment is not asked for yet.
  await overdue(practice, { decision: 'validated', amount_cents: 50_000 })
  expect(await problemOf(await remind(accounting, piece))).toMatchObject({ status: 409, code: 'covered_by_credit' })
  expect(await mails()).toEqual([])
  // The credit covers only one of two such pieces, so a reminder of either is allowed.
  const other = await overdue(practice, { amount_cents: 14_900 })
  for (const { id } of [piece, other]) expect((await remind(accounting, { id })).status).toBe(200)
  expect((await mails()).length).toBe(2)
})

it('is for a practice whose only favour is money that its bank claims back', async () => {
  const { laboratory, practice, accounting } = await booksOf()
  await make.user(practice, { account_type: 'manager' })
  const piece = await overdue(practice, { amount_cents: 14_900 })
  await make.within(laboratory.id, client =>
    client.query(
      `with paid as (
         insert into payments (brand_id, practice_id, mode, amount_cents, provider, reference, status, settled_at, disputed_at)
         values ($1, $2, 'manual', 14900, 'manual', 'RF' || lpad(floor(random() * 1e14)::bigint::text, 14, '0'), 'succeeded',
           now(), now())
         returning id)
       insert into invoices (brand_id, practice_id, type, amount_cents, payment_id, issued_on)
       select $1, $2, 'paiement', -14900, id, $3 from paid`,
      [laboratory.id, practice.id, today],
    ),
  )
  expect((await remind(accounting, piece)).status).toBe(200)
})

it('where no mail leaves is refused, and noted nowhere', async () => {
  const { laboratory, practice, accounting, mails } = await booksOf()
  await make.user(practice, { account_type: 'manager' })
  const piece = await overdue(practice)
  const unheard = await silent.as(await make.user(laboratory, { role: 'accounting' }))
  expect(await problemOf(await remind(unheard, piece))).toMatchObject({ status: 409, code: 'mails_not_sent' })
  expect((await (await accounting(`/api/staff/invoices/${piece.id}`)).json()).data.remindedOn).toEqual([])
  expect(await mails()).toEqual([])
  expect((await remind(accounting, piece)).status).toBe(200)
})

it('is who does the books, signed in, of this laboratory', async () => {
  const { laboratory, practice, mails } = await booksOf()
  const manager = await make.user(practice, { account_type: 'manager' })
  const piece = await overdue(practice)
  for (const role of ['driver', 'production'])
    expect((await remind(await as(await make.user(laboratory, { role })), piece)).status, role).toBe(403)
  expect((await remind(await as(manager), piece)).status).toBe(403)
  const elsewhere = await make.user(await make.laboratory(), { role: 'accounting' })
  expect((await remind(await as(elsewhere), piece)).status).toBe(404)
  const path = `/api/staff/invoices/${piece.id}/reminder`
  expect((await request(laboratory, path, { method: 'POST', body: {} })).status).toBe(401)
  expect(await mails()).toEqual([])
})
