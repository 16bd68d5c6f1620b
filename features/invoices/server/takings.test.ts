import { expect, it } from 'vitest'
import { addDays, type Day } from '#kit/day.ts'
import { problemOf, startTestApp } from '#test/harness.ts'
import type { TestLaboratory, TestPractice } from '#test/make.ts'
import { today } from '#test/today.ts'
import {
  type OwedByPractice,
  type OwedInAll,
  openPieces,
  type TakingsMonth,
  takingsCalls,
} from '../takings-contract.ts'

const { make, as } = startTestApp()
const { takings, owed, export: exported } = takingsCalls

const accountingOf = async (laboratory: TestLaboratory) => as(await make.user(laboratory, { role: 'accounting' }))
const dueSince = (practice: TestPractice, days: number, cents: number) =>
  make.invoice(practice, { issued_on: addDays(today, -200), due_on: addDays(today, -days), amount_cents: cents })

/** A receipt of that day; negative cents for money that went back. */
const receipt = (practice: TestPractice, cents: number, on: Day) =>
  make.within(practice.laboratory.id, client =>
    client.query(
      `with paid as (
         insert into payments (brand_id, practice_id, mode, amount_cents, provider, reference, status, settled_at)
         values ($1, $2, 'manual', abs($3::bigint), 'manual',
           'RF' || lpad(floor(random() * 1e14)::bigint::text, 14, '0'), 'succeeded', now())
         returning id)
       insert into invoices (brand_id, practice_id, type, amount_cents, payment_id, issued_on, returned_as)
       select $1, $2, 'paiement', -$3::bigint, id, $4, case when $3 < 0 then 'refund'::payment_return end from paid`,
      [practice.laboratory.id, practice.id, cents, on],
    ),
  )

async function owedIn(laboratory: TestLaboratory) {
  const answer = await (await accountingOf(laboratory))(owed.path)
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { data: { on: Day; all: OwedInAll; practices: OwedByPractice[] } }).data
}

it('what practices owe stands by how long it has been due, the most overdue first, and adds up to what they owe', async () => {
  const laboratory = await make.laboratory()
  const [late, later, nothing, favoured] = [
    await make.practice(laboratory, { name: 'Un peu en retard' }),
    await make.practice(laboratory, { name: 'Très en retard' }),
    await make.practice(laboratory, { name: 'À jour' }),
    await make.practice(laboratory, { name: 'En avance' }),
  ]
  await dueSince(late, 0, 10_000)
  for (const days of [1, 30]) await dueSince(late, days, 20_000)
  for (const days of [31, 60, 61, 90, 91]) await dueSince(later, days, 30_000)
  await make.invoice(later, { type: 'pro_forma', amount_cents: 99_900, issued_on: addDays(today, -95) })
  await make.invoice(later, {
    type: 'initialBalance',
    amount_cents: 500,
    issued_on: addDays(today, -200),
    due_on: addDays(today, -200),
  })
  await receipt(favoured, 7_000, today)
  const { on, all, practices } = await owedIn(laboratory)
  expect(on).toBe(today)
  expect(practices).toEqual([
    {
      id: later.id,
      name: 'Très en retard',
      notDueCents: 0,
      upTo30Cents: 0,
      upTo60Cents: 60_000,
      upTo90Cents: 60_000,
      olderCents: 30_500,
      inFavourCents: 0,
      balanceCents: 150_500,
    },
    {
      id: late.id,
      name: 'Un peu en retard',
      notDueCents: 10_000,
      upTo30Cents: 40_000,
      upTo60Cents: 0,
      upTo90Cents: 0,
      olderCents: 0,
      inFavourCents: 0,
      balanceCents: 50_000,
    },
    {
      id: favoured.id,
      name: 'En avance',
      notDueCents: 0,
      upTo30Cents: 0,
      upTo60Cents: 0,
      upTo90Cents: 0,
      olderCents: 0,
      inFavourCents: -7_000,
      balanceCents: -7_000,
    },
  ])
  expect(practices.map(({ id }) => id)).not.toContain(nothing.id)
  for (const [name, sum] of Object.entries(all))
    expect(
      practices.reduce((cents, practice) => cents + Number(Reflect.get(practice, name)), 0),
      name,
    ).toBe(sum)
})

it('each sum leads to the pieces that it counts, on their way, in favour and approved ones among them', async () => {
  const laboratory = await make.laboratory()
  const practice = await make.practice(laboratory)
  const issued = { issued_on: addDays(today, -50), due_on: addDays(today, -20) }
  const invoice = await make.invoice(practice, { ...issued, amount_cents: 10_000 })
  await make.invoice(practice, { ...issued, amount_cents: 20_000, pending_cents: 20_000 })
  await make.invoice(practice, { ...issued, amount_cents: 5_000, decision: 'validated' })
  await make.invoice(practice, { ...issued, amount_cents: 3_000, settled_cents: 3_000 })
  await make.invoice(practice, { ...issued, type: 'pro_forma', decision: 'validated', amount_cents: 90_000 })
  await make.invoice(practice, { ...issued, type: 'credit', amount_cents: -1_000, corrects_id: invoice.id })
  await receipt(practice, 7_000, today)
  const { practices } = await owedIn(laboratory)
  const said = new URLSearchParams({ practiceId: practice.id })
  for (const [name, values] of Object.entries(openPieces)) for (const value of values) said.append(name, value)
  const answer = await (await accountingOf(laboratory))(`/api/staff/invoices?${said}`)
  const { data } = (await answer.json()) as { data: { dueCents: number }[] }
  expect(data).toHaveLength(5)
  expect(practices).toMatchObject([{ balanceCents: 27_000 }])
  expect(data.reduce((sum, { dueCents }) => sum + dueCents, 0)).toBe(27_000)
})

it('nothing is owed where there is no piece, and no other laboratory is among it', async () => {
  const elsewhere = await make.practice(await make.laboratory())
  await dueSince(elsewhere, 10, 10_000)
  const laboratory = await make.laboratory()
  await make.practice(laboratory)
  const { all, practices } = await owedIn(laboratory)
  expect(practices).toEqual([])
  expect(new Set(Object.values(all))).toEqual(new Set([0]))
})

it('the aged balance goes to the accountant as a table of all practices', async () => {
  const laboratory = await make.laboratory()
  const practice = await make.practice(laboratory, { name: '=Cabinet; Lilas' })
  await dueSince(practice, 45, 123_450)
  const answer = await (await accountingOf(laboratory))(exported.path)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-disposition')).toContain(`balance-agee-${today}.csv`)
  expect(await answer.text()).toBe(
    'Cabinet;À échoir;1 à 30 jours;31 à 60 jours;61 à 90 jours;Plus de 90 jours;En sa faveur;Doit\r\n' +
      `"'=Cabinet; Lilas";0,00;0,00;1234,50;0,00;0,00;0,00;1234,50\r\n`,
  )
})

it('a year says month by month what was invoiced less what was credited, and what was received less what went back', async () => {
  const laboratory = await make.laboratory()
  const practice = await make.practice(laboratory)
  const ask = await accountingOf(laboratory)
  await make.invoice(practice, { issued_on: '2023-12-31', due_on: '2024-01-31', amount_cents: 70_000 })
  const invoice = await make.invoice(practice, { issued_on: '2024-03-01', due_on: '2024-03-31', amount_cents: 40_000 })
  await make.invoice(practice, { issued_on: '2024-03-31', due_on: '2024-04-30', amount_cents: 5_000 })
  await make.invoice(practice, {
    type: 'credit',
    issued_on: '2024-04-01',
    due_on: '2024-04-01',
    amount_cents: -3_000,
    corrects_id: invoice.id,
  })
  await make.invoice(practice, {
    type: 'pro_forma',
    issued_on: '2024-03-02',
    due_on: '2024-03-31',
    amount_cents: 90_000,
  })
  await make.invoice(practice, {
    type: 'initialBalance',
    issued_on: '2024-03-03',
    due_on: '2024-03-31',
    amount_cents: 80_000,
  })
  await receipt(practice, -1_000, '2024-12-30')
  await receipt(practice, 30_000, '2024-12-31')
  const { data } = (await (await ask(`${takings.path}?day=2024-06-01`)).json()) as {
    data: { year: number; firstYear: number; months: TakingsMonth[] }
  }
  expect({ year: data.year, firstYear: data.firstYear }).toEqual({ year: 2024, firstYear: 2023 })
  expect(data.months.map(({ month }) => month)).toEqual(
    Array.from({ length: 12 }, (_, index) => `2024-${String(index + 1).padStart(2, '0')}`),
  )
  const seen = data.months.filter(({ netCents, receivedCents }) => netCents !== 0 || receivedCents !== 0)
  expect(seen).toMatchObject([
    { month: '2024-03', totalCents: 45_000, receivedCents: 0 },
    { month: '2024-04', totalCents: -3_000, receivedCents: 0 },
    { month: '2024-12', totalCents: 0, receivedCents: 29_000 },
  ])
  for (const { netCents, vatCents, totalCents } of seen) expect(netCents + vatCents).toBe(totalCents)
})

it('the present year ends with this month, and one in which nothing was issued has its months all the same', async () => {
  const ask = await accountingOf(await make.laboratory())
  const monthsOf = async (query: string) =>
    ((await (await ask(`${takings.path}${query}`)).json()) as { data: { firstYear: number; months: TakingsMonth[] } })
      .data
  const { firstYear, months } = await monthsOf('')
  expect(firstYear).toBe(Number(today.slice(0, 4)))
  expect(months.at(-1)?.month).toBe(today.slice(0, 7))
  expect(months[0]?.month).toBe(`${today.slice(0, 4)}-01`)
  expect((await monthsOf('?day=2001-12-31')).months).toHaveLength(12)
  expect((await monthsOf('?day=2099-01-01')).months).toEqual([])
  for (const wrong of ['2024', '2024-02-30', 'now', ''])
    expect(await problemOf(await ask(`${takings.path}?day=${wrong}`)), wrong).toMatchObject({ code: 'input_invalid' })
})

it('is for who does the books, and for nobody else', async () => {
  const laboratory = await make.laboratory()
  const manager = await make.user(await make.practice(laboratory), { account_type: 'manager' })
  for (const path of [takings.path, owed.path, exported.path]) {
    for (const role of ['administrator', 'accounting'])
      expect((await (await as(await make.user(laboratory, { role })))(path)).status, `${role} ${path}`).toBe(200)
    for (const role of ['production', 'driver'])
      expect((await (await as(await make.user(laboratory, { role })))(path)).status, `${role} ${path}`).toBe(403)
    expect((await (await as(manager))(path)).status, path).toBe(403)
  }
})
