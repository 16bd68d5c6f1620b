import { expect, it } from 'vitest'
import { dataOf, startBillingTests } from '#test/billing.ts'
import { problemOf } from '#test/harness.ts'

const { make, as, laboratoryThatBills } = startBillingTests()

const numberOf = (id: string, rppsSiretSiren: string, seen = '') =>
  [`/api/staff/billing/practices/${id}/number`, { method: 'PUT', body: { rppsSiretSiren, seen } }] as const

it('who does the books enters the SIREN that a practice says on the telephone, and nothing else of it', async () => {
  const { laboratory, practice, accounting } = await laboratoryThatBills()
  const shown = async () => dataOf(await accounting(`/api/staff/billing/practices/${practice.id}`))
  expect(await shown()).toMatchObject({ rppsSiretSiren: '', gaps: ['siren_missing', 'address', 'mailbox'] })
  expect((await accounting(...numberOf(practice.id, ' 404 833 048 '))).status).toBe(204)
  expect(await shown()).toMatchObject({ rppsSiretSiren: '404 833 048', gaps: ['address'] })
  expect((await accounting(`/api/staff/practices/${practice.id}`)).status).toBe(403)
  const { rows } = await make.within(laboratory.id, client =>
    client.query(`select subject_id from audit_events where kind = 'practice_changed'`),
  )
  expect(rows).toEqual([{ subject_id: practice.id }])
})

it('it is a SIREN or a SIRET, and replaces no number that was not seen', async () => {
  const { practice, accounting } = await laboratoryThatBills()
  for (const wrong of ['10003456789', '404833047', 'inconnu'])
    expect(await problemOf(await accounting(...numberOf(practice.id, wrong)))).toMatchObject({
      status: 422,
      errors: [{ path: 'rppsSiretSiren', code: 'siren_wrong' }],
    })
  expect((await accounting(...numberOf(practice.id, '73282932000074'))).status).toBe(204)
  expect((await accounting(...numberOf(practice.id, '404833048'))).status).toBe(409)
  expect((await accounting(...numberOf(practice.id, '404833048', '73282932000074'))).status).toBe(204)
})

it('sent again because the answer was lost it holds already, and is noted once', async () => {
  const { laboratory, practice, accounting } = await laboratoryThatBills()
  for (const _ of ['sent', 'sent again'])
    expect((await accounting(...numberOf(practice.id, '404833048'))).status).toBe(204)
  const { rows } = await make.within(laboratory.id, client =>
    client.query(`select subject_id from audit_events where kind = 'practice_changed'`),
  )
  expect(rows).toEqual([{ subject_id: practice.id }])
})

it('nobody else does, nor for a practice of another laboratory', async () => {
  const { laboratory, practice } = await laboratoryThatBills()
  for (const role of ['production', 'driver'])
    expect(
      (await (await as(await make.user(laboratory, { role })))(...numberOf(practice.id, '404833048'))).status,
    ).toBe(403)
  const elsewhere = await laboratoryThatBills()
  expect((await elsewhere.accounting(...numberOf(practice.id, '404833048'))).status).toBe(404)
})
