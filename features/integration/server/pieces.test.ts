import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { hashOfProgramKey } from '#tenancy/server/program-guard.ts'
import { programOf } from '#test/asking-as-program.ts'
import { dataOf, startBillingTests } from '#test/billing.ts'
import { problemOf } from '#test/harness.ts'

const billing = startBillingTests()
const { laboratoryThatBills, deliveredCase, issue, make } = billing

it('what is issued is found in the order of its numbers, with its lines, by nobody twice', async () => {
  const lab = await laboratoryThatBills({ iban: 'FR7630006000011234567890189' })
  const { laboratory, accounting } = lab
  const practice = await make.practice(laboratory, { name: 'Lilas', rpps_siret_siren: '404 833 048' })
  const software = await programOf(billing, laboratory)
  const pieces = async (question = '') => (await (await software.call(`/invoices${question}`)).json()) as Listed
  type Listed = { data: { id: string; pieceCode: string }[]; hasMore: boolean }
  expect(await pieces()).toEqual({ data: [], hasMore: false })

  const issued: string[] = []
  for (let number = 0; number < 2; number++) {
    const { ids } = await dataOf(await issue(accounting, practice, [await deliveredCase(lab, practice)]))
    issued.push(...ids)
  }
  const { data } = await pieces()
  expect(data.map(({ id }) => id)).toEqual(issued)
  expect(data[0]).toMatchObject({ type: 'invoice', status: 'payable', practice: { id: practice.id }, currency: 'EUR' })
  expect((await pieces(`?after=${data[0]?.pieceCode}`)).data.map(({ id }) => id)).toEqual(issued.slice(1))
  expect((await pieces(`?after=${data[1]?.pieceCode}`)).data).toEqual([])
  expect((await pieces('?type=credit')).data).toEqual([])
  for (const wrong of ['?after=12', '?type=pro_forma', '?page=2'])
    expect((await software.call(`/invoices${wrong}`)).status, wrong).toBe(422)

  expect(await dataOf(await software.call(`/invoices/${issued[0]}`))).toMatchObject({
    id: issued[0],
    lines: [{ position: 1, order: { id: expect.any(String) }, netCents: expect.any(Number) }],
  })
  const document = await software.call(`/invoices/${issued[0]}/document`)
  expect([document.status, document.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect(
    Buffer.from(await document.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')

  const elsewhere = await programOf(billing, await make.laboratory())
  for (const path of [`/invoices/${issued[0]}`, `/invoices/${issued[0]}/document`])
    expect((await problemOf(await elsewhere.call(path))).code).toBe('not_found')
  expect(await (await elsewhere.call('/invoices')).json()).toEqual({ data: [], hasMore: false })
})

it('what the portal bills is invoiced nowhere else, be it by a pro forma', async () => {
  const lab = await laboratoryThatBills()
  const software = await programOf(billing, lab.laboratory)
  const [one, other] = [await deliveredCase(lab, lab.practice), await deliveredCase(lab, lab.practice)]
  await dataOf(await issue(lab.accounting, lab.practice, [one], { type: 'pro_forma' }))
  const put = (name: string, orderId: string) => software.put(`/orders/${name}`, { orderId, status: 'invoiced' })
  expect(await problemOf(await put('A', one.id))).toMatchObject({ status: 409, code: 'billed_here' })
  const opening = {
    for: 'program',
    host: lab.laboratory.host,
    address: '192.0.2.1',
    secretHash: hashOfProgramKey(software.key),
  } as const
  await expect(
    billing.app.api.services.database.withTenant(opening, 'write', tx =>
      sql`update orders set status = 'invoiced' where id = ${one.id}`.execute(tx),
    ),
  ).rejects.toThrow('does not go from delivered to invoiced')
  expect(await dataOf(await put('B', other.id))).toMatchObject({ status: 'invoiced' })
  expect(await problemOf(await issue(lab.accounting, lab.practice, [other]))).toMatchObject({ status: 409 })
})
