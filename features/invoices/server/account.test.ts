import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { addDays, instantInZone, weekday } from '#kit/day.ts'
import { doChores } from '#tenancy/server/chores.ts'
import { openLaboratoryOf } from '#tenancy/server/guards.ts'
import { listMails } from '#tenancy/server/outbox-sql.ts'
import { bodyFor } from '#test/bodies.ts'
import { problemOf, startTestApp } from '#test/harness.ts'
import type { TestLaboratory, TestPractice } from '#test/make.ts'
import { readPdf } from '#test/pdf.ts'
import { today } from '#test/today.ts'
import { billingCalls } from '../billing-contract.ts'
import { smallestReminded } from '../reminder-pace.ts'
import { mostLines } from './account-statement-sql.ts'
import { takeDueReminders } from './reminders-sql.ts'

const { app, make, as } = startTestApp({
  mail: { server: { host: '127.0.0.1', port: 1, isSecure: false, isPlain: true }, from: 'portail@labo.test' },
})
/** The same portal without a mail server. */
const silent = startTestApp()
const { database } = app.api.services

const managerOf = async (practice: TestPractice, values: Record<string, unknown> = {}) =>
  as(await make.user(practice, { account_type: 'manager', ...values }))
const accountingOf = async (laboratory: TestLaboratory) => as(await make.user(laboratory, { role: 'accounting' }))

/** Pays this much of the piece, on the day. */
const pay = (
  practice: TestPractice,
  invoice: { id: string },
  cents: number,
  values: { on?: string; isDisputed?: boolean } = {},
) =>
  make.within(practice.laboratory.id, async client => {
    const { rows } = await client.query<{ id: string }>(
      `with paid as (
         insert into payments (brand_id, practice_id, mode, amount_cents, provider, reference, status, settled_at, disputed_at)
         values ($1, $2, 'manual', $3, 'manual', 'RF' || lpad(floor(random() * 1e14)::bigint::text, 14, '0'), 'succeeded', now(),
           case when $4 then now() end)
         returning id)
       insert into invoices (brand_id, practice_id, type, amount_cents, payment_id, issued_on)
       select $1, $2, 'paiement', -$3::bigint, id, $5 from paid returning id`,
      [practice.laboratory.id, practice.id, cents, values.isDisputed === true, values.on ?? today],
    )
    await client.query(
      'insert into allocations (brand_id, practice_id, credit_id, debit_id, cents) values ($1, $2, $3, $4, $5)',
      [practice.laboratory.id, practice.id, rows[0]?.id, invoice.id, cents],
    )
  })

describe('a statement of account', () => {
  const period = { from: addDays(today, -40), to: addDays(today, -10) }
  const at = (base: string, { from, to } = period) => `${base}/statement?from=${from}&to=${to}`
  const textOf = async (response: Response) => {
    expect(response.status, response.ok ? '' : await response.clone().text()).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/pdf')
    const { text, pages } = await readPdf(new Uint8Array(await response.arrayBuffer()))
    return [text, ...pages].join('\n').replace(/[\u00a0\u202f]/g, ' ')
  }

  async function accountOf(practice: TestPractice) {
    const old = await make.invoice(practice, { issued_on: addDays(today, -60), due_on: addDays(today, -30) })
    await make.invoice(practice, { issued_on: addDays(today, -35), due_on: addDays(today, -5), amount_cents: 25_000 })
    await make.invoice(practice, { type: 'pro_forma', issued_on: addDays(today, -33), amount_cents: 99_900 })
    await pay(practice, old, 4_000, { on: addDays(today, -20) })
    await make.invoice(practice, { issued_on: today, amount_cents: 77_700 })
  }

  it('says what was owed, each piece and payment of the period, and what is owed at its end', async () => {
    const laboratory = await make.laboratory({ company_name: 'Laboratoire Relevé' })
    const practice = await make.practice(laboratory, { name: 'Cabinet des Lilas' })
    await accountOf(practice)
    const text = await textOf(await (await managerOf(practice))(at('/api/invoices')))
    for (const words of ['Laboratoire Relevé', 'Cabinet des Lilas', '100,00', '250,00', '350,00', '40,00', '310,00'])
      expect(text, words).toContain(words)
    expect(text).toMatch(/FA-\d{4}-000002/)
    expect(text).toMatch(/RE-\d{4}-000001/)
    // Pieces before and after the period, and those outside the account.
    expect(text).not.toMatch(/FA-\d{4}-000001|FA-\d{4}-000003|PF-|777,00|999,00/)

    const byStaff = await textOf(await (await accountingOf(laboratory))(at(`/api/staff/practices/${practice.id}`)))
    expect(byStaff).toContain('310,00')
    const thisYear = await textOf(await (await managerOf(practice))('/api/invoices/statement'))
    expect(thisYear).toContain('777,00')
    // A past period asks for no payment: money may have come since.
    expect(text).toMatch(/Au .*, 310,00 € restaient à régler\./)
    expect(text).not.toMatch(/restent à régler|Dont échu|IBAN/)
    const inEnglish = await textOf(await (await managerOf(practice, { language: 'en' }))(at('/api/invoices')))
    expect(inEnglish).toContain('310.00')
  })

  it('says of a practice that has announced a transfer what is overdue besides, as the summary does', async () => {
    const practice = await make.practice(await make.laboratory())
    const late = { issued_on: addDays(today, -60), due_on: addDays(today, -30) }
    const announced = await make.invoice(practice, { ...late, amount_cents: 726_700 })
    const other = await make.invoice(practice, { ...late, amount_cents: 2_100 })
    await make.insert(practice.laboratory.id, 'billing_settings', {
      brand_id: practice.laboratory.id,
      legal_name: 'Labo',
      iban: 'FR7630006000011234567890189',
    })
    const call = await managerOf(practice)
    const body = { invoiceIds: [announced.id], mode: 'transfer', amountCents: 726_700 }
    expect((await call('/api/payments', { body, headers: { 'idempotency-key': randomUUID() } })).status).toBe(201)
    expect((await (await call('/api/invoices/summary')).json()).data).toMatchObject({ overdueCents: 2_100 })
    const to = { from: addDays(today, -90), to: today }
    const text = (await textOf(await call(at('/api/invoices', to)))).replace(/\s+/g, ' ')
    expect(text).toMatch(/Dont échu 21,00/)
    expect(text).toContain('7 288,00 € restent à régler, dont 7 267,00 € en cours de paiement.')
    expect(text).toContain('IBAN')
    const rest = { invoiceIds: [other.id], mode: 'transfer', amountCents: 2_100 }
    expect((await call('/api/payments', { body: rest, headers: { 'idempotency-key': randomUUID() } })).status).toBe(201)
    expect(await textOf(await call(at('/api/invoices', to)))).not.toContain('IBAN')
  })

  it('is of a year at most, forwards, of one’s own practice, and for who may see invoices', async () => {
    const laboratory = await make.laboratory()
    const practice = await make.practice(laboratory)
    const manager = await managerOf(practice)
    const accounting = await accountingOf(laboratory)
    for (const [from, to] of [
      [today, addDays(today, -1)],
      [addDays(today, -367), today],
    ] as const)
      for (const response of [
        await manager(at('/api/invoices', { from, to })),
        await accounting(at(`/api/staff/practices/${practice.id}`, { from, to })),
      ]) {
        expect(response.status).toBe(422)
        expect(await problemOf(response)).toMatchObject({ code: 'period_wrong' })
      }
    const elsewhere = await make.practice(await make.laboratory())
    expect((await accounting(at(`/api/staff/practices/${elsewhere.id}`))).status).toBe(404)
    const doctor = await as(await make.user(practice, { is_practice_doctor: true }))
    expect((await doctor(at('/api/invoices'))).status).toBe(403)
    const driver = await as(await make.user(laboratory, { role: 'driver' }))
    expect((await driver(at(`/api/staff/practices/${practice.id}`))).status).toBe(403)
  })
})

it('a statement of more lines than it holds is refused, not cut', async () => {
  const practice = await make.practice(await make.laboratory())
  await make.within(practice.laboratory.id, async client => {
    await client.query(
      `with issued as (
         insert into invoices (brand_id, practice_id, type, net_cents, amount_cents, issued_on)
         select $1, $2, 'invoice', 100, 100, $3::date - (n = 1)::int from generate_series(1, $4::int) n returning id)
       insert into invoice_lines (brand_id, practice_id, invoice_id, position, reference, label_fr, label_en, quantity,
         unit_price_cents, vat, vat_rate)
       select $1, $2, id, 1, 'FIX-101', 'Couronne', 'Crown', 1, 100, 'exempt', 0 from issued`,
      [practice.laboratory.id, practice.id, today, mostLines + 1],
    )
    await client.query('select tenant.add_taxes_of($1, array(select id from invoices where practice_id = $2))', [
      practice.laboratory.id,
      practice.id,
    ])
  })
  const user = { practice: await managerOf(practice), laboratory: await accountingOf(practice.laboratory) }
  const asked = (from: string, to: string) =>
    Promise.all([
      user.practice(`/api/invoices/statement?from=${from}&to=${to}`),
      user.laboratory(`/api/staff/practices/${practice.id}/statement?from=${from}&to=${to}`),
    ])
  for (const response of await asked(addDays(today, -1), today)) {
    expect(response.status).toBe(422)
    expect(await problemOf(response)).toMatchObject({ code: 'period_too_full' })
  }
  for (const response of await asked(addDays(today, -1), addDays(today, -1))) expect(response.status).toBe(200)
})

it('the account at a glance has what was paid in the last thirty days, less what went back', async () => {
  const practice = await make.practice(await make.laboratory())
  const old = await make.invoice(practice, { issued_on: addDays(today, -60), due_on: addDays(today, -30) })
  await pay(practice, old, 3_000, { on: addDays(today, -31) })
  await pay(practice, old, 2_000)
  await make.within(practice.laboratory.id, client =>
    client.query(
      `insert into invoices (brand_id, practice_id, type, amount_cents, payment_id)
       select brand_id, practice_id, 'paiement', 500, payment_id from invoices where amount_cents = -2000`,
    ),
  )
  const call = await managerOf(practice)
  const { data } = await (await call('/api/invoices/summary')).json()
  expect(data).toMatchObject({ balanceCents: 5_500, overdueCents: 5_000, paidLatelyCents: 1_500, unbilledCents: 0 })
})

describe('reminders', () => {
  const pace = { most: 2, firstAfterDays: 7, everyDays: 14 }
  const put = (body: object) => ({ method: 'PUT', body })
  const day = weekday(today) === 7 ? addDays(today, -1) : today
  const at = (time: string, on = day) => instantInZone(on, time, 'Europe/Paris')
  const remind = ({ id }: TestLaboratory, now = at('10:00')) =>
    doChores(app.chores, { laboratories: [id], clock: () => now })
  const mailsOf = ({ id }: TestLaboratory) =>
    openLaboratoryOf(database, id, 'read', actor => listMails(actor, { most: 50 }))
  const overdue = (practice: TestPractice, days: number, values: Record<string, unknown> = {}) =>
    make.invoice(practice, { issued_on: addDays(day, -days - 30), due_on: addDays(day, -days), ...values })
  /** As if the reminders already sent had been sent this many days earlier. */
  const pass = ({ id }: TestLaboratory, days: number) =>
    make.within(id, async client => {
      await client.query('alter table invoice_reminders disable trigger only_grows')
      await client.query('update invoice_reminders set sent_on = sent_on - $1::int', [days])
      await client.query('alter table invoice_reminders enable trigger only_grows')
    })
  const choose = async (call: Awaited<ReturnType<typeof accountingOf>>, reminders: object) => {
    const { version = '' } = (await (await call('/api/staff/billing/settings')).json()).data ?? {}
    const { data: seen = pace } = await (await call('/api/staff/billing/reminders')).json()
    const changed = { ...reminders, seen }
    return call(
      '/api/staff/billing/settings',
      put({ ...bodyFor(billingCalls.saveSettings), version, reminders: changed }),
    )
  }
  async function laboratoryThatReminds(settings: object = pace) {
    const laboratory = await make.laboratory()
    const accounting = await accountingOf(laboratory)
    expect((await choose(accounting, settings)).status).toBe(200)
    return { laboratory, accounting, practice: await make.practice(laboratory) }
  }

  it('are chosen by who does the books, and nobody is reminded before', async () => {
    const laboratory = await make.laboratory()
    const practice = await make.practice(laboratory)
    await make.user(practice, { account_type: 'manager' })
    await overdue(practice, 60)
    await remind(laboratory)
    expect(await mailsOf(laboratory)).toEqual([])

    const accounting = await accountingOf(laboratory)
    const chosen = async () => (await (await accounting('/api/staff/billing/reminders')).json()).data
    expect(await chosen()).toEqual({ most: 0, firstAfterDays: 7, everyDays: 14 })
    expect((await choose(accounting, { ...pace, most: 3 })).status).toBe(200)
    expect((await choose(accounting, pace)).status).toBe(200)
    expect(await chosen()).toEqual(pace)
    for (const wrong of [{ most: 6 }, { firstAfterDays: 0 }, { everyDays: 6 }, { everyDays: 91 }, { most: 1.5 }])
      expect((await choose(accounting, { ...pace, ...wrong })).status).toBe(422)
    for (const role of ['driver', 'production']) {
      const call = await as(await make.user(laboratory, { role }))
      expect((await call('/api/staff/billing/reminders')).status).toBe(403)
      expect((await choose(call, pace)).status).toBe(403)
    }
  })

  it('are noted nowhere as long as no mail leaves, and begin once one does', async () => {
    const { laboratory, practice, accounting } = await laboratoryThatReminds()
    await make.user(practice, { account_type: 'manager' })
    const piece = await overdue(practice, 20)
    const remindedOn = async () => (await (await accounting(`/api/staff/invoices/${piece.id}`)).json()).data.remindedOn
    await doChores(silent.app.chores, { laboratories: [laboratory.id], clock: () => at('10:00') })
    expect([await remindedOn(), await mailsOf(laboratory)]).toEqual([[], []])
    await remind(laboratory)
    expect(await remindedOn()).toEqual([day])
  })

  it('go to who manages the practice, in their language, of all that is overdue in one mail, and of no patient', async () => {
    const { laboratory, practice } = await laboratoryThatReminds()
    const french = await make.user(practice, { account_type: 'manager', language: 'fr' })
    const english = await make.user(practice, { account_type: 'manager', language: 'en' })
    await make.user(practice)
    await make.user(practice, { account_type: 'manager', disabled_at: new Date() })
    await overdue(practice, 20, { amount_cents: 14_900 })
    await overdue(practice, 7, { amount_cents: 10_000 })
    await overdue(practice, 6, { amount_cents: 5_500 })
    await remind(laboratory)
    const mails = await mailsOf(laboratory)
    expect(mails.map(({ recipient, subject }) => [recipient, subject]).toSorted()).toEqual(
      [
        [`${french.login}@example.test`, 'Rappel\u00a0: 2 factures à régler'],
        [`${english.login}@example.test`, 'Reminder: 2 invoices to pay'],
      ].toSorted(),
    )
    const text = mails
      .map(({ text_part }) => text_part)
      .join('\n')
      .replace(/[\u00a0\u202f]/g, ' ')
    for (const words of ['149,00 €', '249,00 €', '€249.00', '/invoices?due=overdue'])
      expect(text, words).toContain(words)
    expect(text).not.toMatch(/55[,.]00|P-0001/)
    const { rows } = await make.within(laboratory.id, client =>
      client.query(`select from audit_events where kind = 'invoice_reminded'`),
    )
    expect(rows.length).toBe(2)
  })

  it('are sent once each, as often as was chosen and no more, and stop when it is paid', async () => {
    const { laboratory, practice } = await laboratoryThatReminds()
    await make.user(practice, { account_type: 'manager' })
    const [paid, owed] = [await overdue(practice, 90), await overdue(practice, 90)]
    const subjects = async () => (await mailsOf(laboratory)).map(({ subject }) => subject).toSorted()
    await Promise.all([remind(laboratory), remind(laboratory), remind(laboratory)])
    await remind(laboratory)
    expect(await subjects()).toEqual(['Rappel\u00a0: 2 factures à régler'])
    await pass(laboratory, 13)
    await remind(laboratory)
    expect((await subjects()).length).toBe(1)
    await pass(laboratory, 1)
    await pay(practice, paid, 10_000)
    await pay(practice, owed, 4_000)
    await remind(laboratory)
    expect(await subjects()).toEqual(['Rappel\u00a0: 2 factures à régler', 'Rappel\u00a0: une facture à régler'])
    const [last] = await mailsOf(laboratory)
    expect(last?.text_part?.replace(/[\u00a0\u202f]/g, ' ')).toContain('60,00 €')
    await pass(laboratory, 30)
    await remind(laboratory)
    expect((await subjects()).length).toBe(2)
  })

  it('are not kept waiting by what is never written about, however much of it there is', async () => {
    const { laboratory, practice } = await laboratoryThatReminds()
    await make.user(practice, { account_type: 'manager' })
    const [withNobody, withCredit] = [await make.practice(laboratory), await make.practice(laboratory)]
    await make.user(withCredit, { account_type: 'manager' })
    for (const old of [withNobody, withCredit]) await overdue(old, 90)
    const corrected = await make.invoice(withCredit, { issued_on: addDays(day, -60), due_on: addDays(day, 10) })
    await make.invoice(withCredit, { type: 'credit', amount_cents: -10_000, corrects_id: corrected.id })
    const owed = await overdue(practice, 20)
    const taken = await openLaboratoryOf(database, laboratory.id, 'write', actor => takeDueReminders(actor, day, 2))
    expect(taken?.map(({ invoiceId }) => invoiceId)).toEqual([owed.id])
  })

  it('never go out at night or on a Sunday where the laboratory is, but the next morning', async () => {
    const { laboratory, practice } = await laboratoryThatReminds()
    await make.user(practice, { account_type: 'manager' })
    await overdue(practice, 20)
    const sunday = addDays(day, 7 - weekday(day))
    for (const now of [at('07:59'), at('18:00'), at('23:30'), at('12:00', sunday)]) {
      await remind(laboratory, now)
      expect(await mailsOf(laboratory), now.toISOString()).toEqual([])
    }
    await remind(laboratory, at('08:00', addDays(sunday, 1)))
    expect((await mailsOf(laboratory)).length).toBe(1)
  })

  it('are never sent of what is disputed, on its way, not asked for yet, or no invoice; nor where nobody is to be told', async () => {
    const { laboratory, practice } = await laboratoryThatReminds()
    await make.user(practice, { account_type: 'manager' })
    const disputed = await overdue(practice, 60)
    await pay(practice, disputed, 1_000, { isDisputed: true })
    await overdue(practice, 60, { decision: 'validated' })
    await overdue(practice, 60, { type: 'pro_forma' })
    const held = await overdue(practice, 60)
    await make.within(laboratory.id, async client => {
      const { rows } = await client.query<{ id: string }>(
        `insert into payments (brand_id, practice_id, mode, amount_cents, provider, reference)
         values ($1, $2, 'transfer', 10000, 'bank', 'RF00000000000077') returning id`,
        [laboratory.id, practice.id],
      )
      await client.query(
        `insert into payment_holds (brand_id, practice_id, payment_id, invoice_id, position, cents)
         values ($1, $2, $3, $4, 1, 10000)`,
        [laboratory.id, practice.id, rows[0]?.id, held.id],
      )
    })
    const alone = await make.practice(laboratory)
    await make.user(alone, { is_practice_doctor: true })
    await overdue(alone, 60)
    await remind(laboratory)
    expect(await mailsOf(laboratory)).toEqual([])
    // Once the practice has a reader, they are reminded.
    await make.user(alone, { account_type: 'manager' })
    await remind(laboratory)
    expect((await mailsOf(laboratory)).length).toBe(1)
  })

  it('are not worth a few cents, nor sent to whom the laboratory owes as much', async () => {
    const { laboratory, practice } = await laboratoryThatReminds()
    await make.user(practice, { account_type: 'manager' })
    await overdue(practice, 60, { amount_cents: smallestReminded - 1 })
    const inFavour = await make.practice(laboratory)
    await make.user(inFavour, { account_type: 'manager' })
    const paid = await overdue(inFavour, 60, { amount_cents: 50_000 })
    await pay(inFavour, paid, 50_000)
    await make.invoice(inFavour, { type: 'credit', amount_cents: -50_000, corrects_id: paid.id })
    await overdue(inFavour, 60, { amount_cents: 50_000 + smallestReminded - 1 })
    await remind(laboratory)
    expect(await mailsOf(laboratory)).toEqual([])
    // One cent more makes the letter worthwhile, with all that is due.
    await overdue(practice, 60, { amount_cents: 1 })
    await overdue(inFavour, 60, { amount_cents: 1 })
    await remind(laboratory)
    const texts = (await mailsOf(laboratory)).map(({ text_part }) => text_part?.replace(/[\u00a0\u202f]/g, ' '))
    expect(texts).toHaveLength(2)
    expect(texts.find(text => text?.includes('En tout : 5,00 €.'))).not.toContain('en votre faveur')
    expect(texts.find(text => text?.includes('En tout : 505,00 €.'))).toContain('500,00 € sont en votre faveur')
  })

  it('are written by the laboratory itself alone, each once', async () => {
    const { laboratory, practice } = await laboratoryThatReminds()
    const { id } = await overdue(practice, 60)
    const row = {
      brand_id: laboratory.id,
      practice_id: practice.id,
      invoice_id: id,
      place: 1,
      due_cents: 1,
      sent_on: today,
    }
    await make.insert(laboratory.id, 'invoice_reminders', row)
    await expect(make.insert(laboratory.id, 'invoice_reminders', row)).rejects.toThrow('invoice_reminders_pkey')
    for (const statement of ['delete from invoice_reminders', 'update invoice_reminders set place = 2'])
      await expect(make.within(laboratory.id, client => client.query(statement))).rejects.toThrow('only grows')
  })
})
