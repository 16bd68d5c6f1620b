import { describe, expect, it } from 'vitest'
import { openLaboratoryOf } from '#tenancy/server/guards.ts'
import { dataOf, post, startBillingTests } from '#test/billing.ts'
import { today } from '#test/today.ts'
import { billingRun } from './billing-run.ts'

const { app, make, as, laboratoryThatBills, deliveredCase, issue } = startBillingTests()
type Lab = Awaited<ReturnType<typeof laboratoryThatBills>>

const listed = async ({ accounting }: Lab) => dataOf(await accounting('/api/staff/billing/practices'))
const ofPractice = async ({ accounting, practice }: Lab) =>
  dataOf(await accounting(`/api/staff/billing/practices/${practice.id}`))
const pieceOf = async ({ accounting }: Lab, id: string) => dataOf(await accounting(`/api/staff/invoices/${id}`))
const setPrice = ({ accounting }: Lab, { id }: { id: string }, unitPriceCents: number, caseSequence = 1) =>
  accounting(`/api/staff/billing/cases/${id}/prices`, {
    method: 'PUT',
    body: { prices: [{ caseSequence, unitPriceCents, vat: 'exempt' }] },
  })
const credit = async ({ accounting }: Lab, invoiceId: string, positions: number[] = []) =>
  (
    await dataOf(
      await accounting(`/api/staff/invoices/${invoiceId}/credit`, post({ reason: 'Prix erroné', positions })),
    )
  ).ids[0]

/** Invoiced at 149.00 and taken back completely. */
async function takenBack(lab: Lab) {
  const order = await deliveredCase(lab, lab.practice)
  const { ids } = await dataOf(await issue(lab.accounting, lab.practice, [order]))
  const creditId = await credit(lab, ids[0])
  return { order, creditId, invoiceId: ids[0] }
}

async function runFor(lab: Lab) {
  const run = await dataOf(await lab.accounting('/api/staff/billing/runs', post({ until: today, practiceIds: [] })))
  const { database } = app.api.services
  const inLaboratory: Parameters<typeof billingRun.work>[0]['inLaboratory'] = (mode, work) =>
    openLaboratoryOf(database, lab.laboratory.id, mode, work)
  const { signal } = new AbortController()
  await billingRun.work({ ids: { runId: run.id }, signal, inLaboratory }, { practicesAtOnce: 25 })
  const { data } = await (await lab.accounting('/api/staff/billing/runs')).json()
  return data.find(({ id }: { id: string }) => id === run.id)
}

describe('work that a credit note has taken back', () => {
  it('stands apart with the number of the credit note, in no sum and in no run', async () => {
    const lab = await laboratoryThatBills()
    const { order, creditId } = await takenBack(lab)
    const { pieceCode } = await pieceOf(lab, creditId)
    expect(await ofPractice(lab)).toMatchObject({
      cases: 0,
      totalCents: 0,
      waiting: [],
      credited: [{ id: order.id, credit: { id: creditId, pieceCode }, lines: [{ netCents: 14_900 }] }],
    })
    expect(await listed(lab), 'so that nobody forgets it').toMatchObject([{ cases: 0, credited: 1, totalCents: 0 }])
    expect((await dataOf(await lab.accounting('/api/staff/waiting'))).queues.toBill.count).toBe(0)
    expect(await runFor(lab)).toMatchObject({ practices: 0, pieces: 0 })
    await deliveredCase(lab, lab.practice)
    expect(await runFor(lab)).toMatchObject({ practices: 1, pieces: 1, amountCents: 14_900 })
    expect(await ofPractice(lab)).toMatchObject({ waiting: [], credited: [{ id: order.id }] })
  })

  it('is billed again by whoever chooses it, at the price that is right', async () => {
    const lab = await laboratoryThatBills()
    const { order } = await takenBack(lab)
    expect((await setPrice(lab, order, 12_900)).status).toBe(204)
    const { ids } = await dataOf(await issue(lab.accounting, lab.practice, [order]))
    expect(await pieceOf(lab, ids[0])).toMatchObject({ amountCents: 12_900 })
    expect(await ofPractice(lab)).toMatchObject({ waiting: [], credited: [] })
    expect(await (await setPrice(lab, order, 1)).json()).toMatchObject({ code: 'billed_already' })
  })

  it('comes back from its new invoice too, with the latest credit note; from a pro forma that was withdrawn, with the same', async () => {
    const lab = await laboratoryThatBills()
    const { order } = await takenBack(lab)
    const { ids } = await dataOf(await issue(lab.accounting, lab.practice, [order]))
    const second = await credit(lab, ids[0])
    expect((await ofPractice(lab)).credited).toMatchObject([{ credit: { id: second } }])
    const { ids: drafts } = await dataOf(await issue(lab.accounting, lab.practice, [order], { type: 'pro_forma' }))
    expect((await ofPractice(lab)).credited).toEqual([])
    await lab.accounting(`/api/staff/invoices/${drafts[0]}/decision`, post({ decision: 'withdraw' }))
    expect((await ofPractice(lab)).credited).toMatchObject([{ credit: { id: second } }])
  })

  it('is settled by a price of nothing: it stands nowhere any more', async () => {
    const lab = await laboratoryThatBills()
    const { order } = await takenBack(lab)
    expect((await setPrice(lab, order, 0)).status).toBe(204)
    expect(await ofPractice(lab)).toMatchObject({ waiting: [], credited: [] })
    expect(await listed(lab)).toEqual([])
  })

  it('is not there while a part of it is owed still', async () => {
    const lab = await laboratoryThatBills()
    const order = await deliveredCase(lab, lab.practice, [lab.crown, lab.crown])
    const { ids } = await dataOf(await issue(lab.accounting, lab.practice, [order]))
    await credit(lab, ids[0], [1])
    expect((await ofPractice(lab)).credited).toEqual([])
    expect((await setPrice(lab, order, 1)).status).toBe(409)
    await credit(lab, ids[0], [2])
    expect((await ofPractice(lab)).credited).toHaveLength(1)
  })

  it('is not what was invoiced by another program: nobody prices or bills that here', async () => {
    const lab = await laboratoryThatBills()
    const order = await deliveredCase(lab, lab.practice, [lab.crown], { status: 'invoiced' })
    expect((await ofPractice(lab)).credited).toEqual([])
    expect((await setPrice(lab, order, 1)).status).toBe(409)
    expect(await (await issue(lab.accounting, lab.practice, [order])).json()).toMatchObject({ code: 'billed_already' })
  })
})

it('the audit says who has set which price when, and what it was; of the same once more, nothing', async () => {
  const lab = await laboratoryThatBills()
  const order = await deliveredCase(lab, lab.practice)
  for (const cents of [12_000, 12_000, 0]) expect((await setPrice(lab, order, cents)).status).toBe(204)
  const administrator = await as(await make.user(lab.laboratory))
  const { data } = await (await administrator(`/api/staff/audit?orderId=${order.id}`)).json()
  const said = data.filter(({ kind }: { kind: string }) => kind === 'price_set')
  expect(said).toMatchObject([
    { prices: [{ fromCents: 12_000, cents: 0 }] },
    { prices: [] },
    { prices: [{ fromCents: 14_900, cents: 12_000 }] },
  ])
  expect(said[0].who).toMatchObject({ practice: null })
  const exported = await (await administrator(`/api/staff/audit/export?orderId=${order.id}`)).text()
  expect(exported).toMatch(/120,00\s€ au lieu de 149,00\s€/)
})

it('the pieces of one run stand on every list as they were numbered', async () => {
  const lab = await laboratoryThatBills()
  for (const practice of await Promise.all(Array.from({ length: 12 }, () => make.practice(lab.laboratory))))
    await deliveredCase(lab, practice)
  await runFor(lab)
  const pieces: { pieceCode: string }[] = await dataOf(await lab.accounting('/api/staff/invoices'))
  const codes = pieces.map(({ pieceCode }) => pieceCode)
  expect(codes).toHaveLength(12)
  expect(codes).toEqual(codes.toSorted().reverse())
})
