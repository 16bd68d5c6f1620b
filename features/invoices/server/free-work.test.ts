import { expect, it } from 'vitest'
import { openLaboratoryOf } from '#tenancy/server/guards.ts'
import { dataOf, post, startBillingTests } from '#test/billing.ts'
import { breachesOf } from '#test/en16931.ts'
import { documentOf } from '#test/issuing.ts'
import type { TestPractice } from '#test/make.ts'
import { readArchive } from '#test/pdf-archive.ts'
import { today } from '#test/today.ts'
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
  expect(await runFor(lab), 'nobody is in it').toMatchObject({ practices: 0, pieces: 0, unpriced: 0 })
})

it('goes with what costs something, in the same run, each practice by itself', async () => {
  const lab = await laboratoryThatBills()
  await freeWork(lab)
  await deliveredCase(lab, lab.practice, [lab.crown])
  await freeWork(lab, await make.practice(lab.laboratory))
  expect(await listed(lab)).toMatchObject([{ id: lab.practice.id, cases: 1, unpriced: 0, totalCents: 14_900 }])
  expect(await counted(lab)).toBe(1)
  expect(await runFor(lab)).toMatchObject({ practices: 1, done: 1, pieces: 1, amountCents: 14_900, unpriced: 0 })
  expect((await ofPractice(lab)).waiting).toEqual([])
})

it('goes on the invoice that has money where exempt and taxed lines are kept apart, and on its own where both have', async () => {
  const lab = await laboratoryThatBills({ splits_vat: true })
  const practices = await Promise.all(
    Array.from({ length: 3 }, () => make.practice(lab.laboratory, { rpps_siret_siren: '404833048' })),
  )
  const [exempt, taxed, both] = practices as [TestPractice, TestPractice, TestPractice]
  const remakeOf = async (product: Lab['crown'], practice: TestPractice) =>
    deliveredCase(lab, practice, [product], { remake_of: (await make.order(practice)).id })
  await deliveredCase(lab, exempt, [lab.crown])
  await remakeOf(lab.splint, exempt)
  await deliveredCase(lab, taxed, [lab.splint])
  await remakeOf(lab.crown, taxed)
  for (const product of [lab.crown, lab.splint]) {
    await deliveredCase(lab, both, [product])
    await remakeOf(product, both)
  }
  expect(await runFor(lab)).toMatchObject({ done: 3, pieces: 4, unpriced: 0 })
  const piecesOf = async ({ id }: TestPractice) => {
    const pieces: { id: string }[] = await dataOf(await lab.accounting(`/api/staff/invoices?practiceId=${id}`))
    return Promise.all(
      pieces.map(async piece => {
        const { amountCents, lines } = await dataOf(await lab.accounting(`/api/staff/invoices/${piece.id}`))
        const { bytes } = await documentOf(lab.accounting, piece.id, '/api/staff/invoices')
        expect(breachesOf((await readArchive(bytes)).attachments[0]?.text ?? '')).toEqual([])
        const said = lines.map(({ vat, netCents }: { vat: string; netCents: number }) => `${vat} ${netCents}`)
        return [amountCents, ...said.toSorted()]
      }),
    )
  }
  expect(await piecesOf(exempt)).toEqual([[14_900, 'exempt 14900', 'standard 0']])
  expect(await piecesOf(taxed)).toEqual([[11_999, 'exempt 0', 'standard 9999']])
  expect((await piecesOf(both)).toSorted()).toEqual([
    [11_999, 'standard 0', 'standard 9999'],
    [14_900, 'exempt 0', 'exempt 14900'],
  ])
})

it('is to bill where nobody has said its VAT: no invoice takes it until somebody does', async () => {
  const lab = await laboratoryThatBills()
  const first = await make.order(lab.practice)
  const remake = await deliveredCase(lab, lab.practice, [{ reference: 'X', version: 0 }], { remake_of: first.id })
  expect(await listed(lab)).toMatchObject([{ id: lab.practice.id, cases: 1, unpriced: 1, totalCents: 0 }])
  expect(await counted(lab)).toBe(1)
  expect(await runFor(lab)).toMatchObject({ practices: 1, pieces: 0, unpriced: 1 })
  const prices = [{ caseSequence: 1, unitPriceCents: 0, vat: 'exempt' }]
  await lab.accounting(`/api/staff/billing/cases/${remake.id}/prices`, { method: 'PUT', body: { prices } })
  expect(await listed(lab)).toEqual([])
  expect(await counted(lab)).toBe(0)
})

it('is on an invoice of nothing where somebody wants one', async () => {
  const lab = await laboratoryThatBills()
  const { ids } = await dataOf(await issue(lab.accounting, lab.practice, await freeWork(lab)))
  expect(await dataOf(await lab.accounting(`/api/staff/invoices/${ids[0]}`))).toMatchObject({ amountCents: 0 })
  expect((await ofPractice(lab)).waiting).toEqual([])
})

it('is on one invoice of nothing, not on two, where exempt and taxed lines are kept apart', async () => {
  const lab = await laboratoryThatBills({ splits_vat: true })
  const practice = await make.practice(lab.laboratory, { rpps_siret_siren: '404833048' })
  const free = []
  for (const product of [lab.crown, lab.splint])
    free.push(await deliveredCase(lab, practice, [product], { remake_of: (await make.order(practice)).id }))
  const { ids } = await dataOf(await issue(lab.accounting, practice, free))
  expect(ids).toHaveLength(1)
  const { amountCents, lines } = await dataOf(await lab.accounting(`/api/staff/invoices/${ids[0]}`))
  expect([amountCents, ...lines.map(({ vat }: { vat: string }) => vat).toSorted()]).toEqual([0, 'exempt', 'standard'])
  const { bytes } = await documentOf(lab.accounting, ids[0], '/api/staff/invoices')
  expect(breachesOf((await readArchive(bytes)).attachments[0]?.text ?? '')).toEqual([])
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
