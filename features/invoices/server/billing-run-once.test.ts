import { expect, it } from 'vitest'
import { openLaboratoryOf } from '#tenancy/server/guards.ts'
import { dataOf, post, startBillingTests } from '#test/billing.ts'
import { today } from '#test/today.ts'
import { continueRun } from './billing-sql.ts'

const { app, make, laboratoryThatBills, deliveredCase, issue } = startBillingTests()

it('a run leaves out what stands on a pro forma that nobody has answered, and bills the rest', async () => {
  const lab = await laboratoryThatBills()
  const [asked, other] = [await deliveredCase(lab, lab.practice), await deliveredCase(lab, lab.practice)]
  await dataOf(await issue(lab.accounting, lab.practice, [asked], { type: 'pro_forma' }))
  const asks = await make.practice(lab.laboratory)
  await dataOf(await issue(lab.accounting, asks, [await deliveredCase(lab, asks)], { type: 'pro_forma' }))
  const run = await dataOf(await lab.accounting('/api/staff/billing/runs', post({ until: today })))
  expect(run, 'who has nothing else is not in it').toMatchObject({ practices: 1 })
  await openLaboratoryOf(app.api.services.database, lab.laboratory.id, 'write', actor => continueRun(actor, run.id, 25))
  expect(await dataOf(await lab.accounting('/api/staff/billing/runs'))).toMatchObject([{ pieces: 1 }])
  const pieces = (await dataOf(await lab.accounting('/api/staff/invoices'))) as { id: string; type: string }[]
  const billed = pieces.find(({ type }) => type === 'invoice')
  expect(await dataOf(await lab.accounting(`/api/staff/invoices/${billed?.id}`))).toMatchObject({
    orders: [{ id: other.id }],
  })
})
