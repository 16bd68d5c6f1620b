import { expect, it } from 'vitest'
import { openLaboratoryOf } from '#tenancy/server/guards.ts'
import { dataOf, post, startBillingTests, today } from '#test/billing.ts'
import { billingRun } from './billing-run.ts'

const { app, make, laboratoryThatBills, deliveredCase, issue } = startBillingTests()
type Lab = Awaited<ReturnType<typeof laboratoryThatBills>>

/** A remake under guarantee, and work at no price. */
async function freeWork(lab: Lab, practice = lab.practice) {
  const first = await make.order(practice)
  const gift = await make.product(lab.laboratory, { price_cents: 0 })
  return [
    await deliveredCase(lab, practice, [lab.crown], { remake_of: first.id }),
    await deliveredCase(lab, practice, [gift]),
  ]
}
const listed = async ({ accounting }: Lab) => dataOf(await accounting('/api/staff/billing/practices'))
const ofPractice = async ({ accounting, practice }: Lab) =>
  dataOf(await accounting(`/api/staff/billing/practices/${practice.id}`))
const counted = async (lab: Lab) => (await dataOf(await lab.accounting('/api/staff/waiting'))).queues.toBill.count

async function runFor(lab: Lab) {
  const run = await dataOf(await lab.accounting('/api/staff/billing/runs', post({ until: today, practiceIds: [] })))
  const { database } = app.api.services
  const signal = new AbortController().signal
  const inLaboratory: Parameters<typeof billingRun.work>[0]['inLaboratory'] = (mode, work) =>
    openLaboratoryOf(database, lab.laboratory.id, mode, work)
  await billingRun.work({ ids: { runId: run.id }, signal, inLaboratory }, { practicesAtOnce: 25 })
  const { data } = await (await lab.accounting('/api/staff/billing/runs')).json()
  return data.find(({ id }: { id: string }) => id === run.id)
}

it('asks nobody for an invoice: no list has it to bill, and no run makes a piece of nothing', async () => {
  const lab = await laboratoryThatBills()
  await freeWork(lab)
  expect(await listed(lab)).toEqual([])
  expect(await counted(lab)).toBe(0)
  expect(await ofPractice(lab)).toMatchObject({ cases: 0, unpriced: 0, totalCents: 0 })
  expect((await ofPractice(lab)).waiting).toHaveLength(2)
  expect(await runFor(lab)).toMatchObject({ done: 1, pieces: 0, unpriced: 0 })
})

it('goes with what costs something, in the same run, each practice by itself', async () => {
  const lab = await laboratoryThatBills()
  await freeWork(lab)
  await deliveredCase(lab, lab.practice, [lab.crown])
  await freeWork(lab, await make.practice(lab.laboratory))
  expect(await listed(lab)).toMatchObject([{ id: lab.practice.id, cases: 1, unpriced: 0, totalCents: 14_900 }])
  expect(await counted(lab)).toBe(1)
  expect(await runFor(lab)).toMatchObject({ done: 2, pieces: 1, amountCents: 14_900, unpriced: 0 })
  expect((await ofPractice(lab)).waiting).toEqual([])
})

it('is on an invoice of nothing where somebody wants one', async () => {
  const lab = await laboratoryThatBills()
  const { ids } = await dataOf(await issue(lab.accounting, lab.practice, await freeWork(lab)))
  expect(await dataOf(await lab.accounting(`/api/staff/invoices/${ids[0]}`))).toMatchObject({ amountCents: 0 })
  expect((await ofPractice(lab)).waiting).toEqual([])
})

it('is to bill as soon as it has a price, and work on quote is until somebody says one', async () => {
  const lab = await laboratoryThatBills()
  const [remake] = await freeWork(lab)
  const onQuote = await make.product(lab.laboratory, { price_cents: null })
  await deliveredCase(lab, lab.practice, [onQuote])
  expect(await listed(lab)).toMatchObject([{ cases: 1, unpriced: 1, totalCents: 0 }])
  const prices = [{ caseSequence: 1, unitPriceCents: 5_000, vat: 'exempt' }]
  await lab.accounting(`/api/staff/billing/cases/${remake?.id}/prices`, { method: 'PUT', body: { prices } })
  expect(await listed(lab)).toMatchObject([{ cases: 2, unpriced: 1, totalCents: 5_000 }])
  expect(await counted(lab)).toBe(2)
})
