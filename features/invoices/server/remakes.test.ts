import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Transaction } from '#tenancy/server/database.ts'
import { dataOf, post, startBillingTests } from '#test/billing.ts'

const { app, make, as, laboratoryThatBills, issue } = startBillingTests()

type Product = { reference: string; version: number }

/** A delivered case and its remake, with one tooth in A2. */
async function aRemake(lab: Awaited<ReturnType<typeof laboratoryThatBills>>, products: readonly Product[]) {
  const { laboratory, practice } = lab
  const { id: first } = await make.order(practice, { status: 'delivered' })
  for (const [index, { reference, version }] of products.entries())
    await make.orderLine(practice, first, reference, {
      case_sequence: index + 1,
      product_version: version,
      label_fr: 'Couronne',
      label_en: 'Crown',
      teeth: [11],
      shade: 'A2',
    })
  const manager = await as(await make.user(practice, { account_type: 'manager' }))
  const production = await as(await make.user(laboratory, { role: 'production' }))
  const problem = { kind: 'fit', description: 'Trop serrée', remake: true }
  const reported = await dataOf(await manager(`/api/orders/${first}/problems`, post(problem)))
  const remake: { id: string } = reported.remake
  return {
    remake,
    manager,
    production,
    change: (product: object) =>
      manager(`/api/orders/${remake.id}`, {
        method: 'PATCH',
        body: { products: [{ caseSequence: 1, ...product }] },
      }),
    price: (unitPriceCents: number) =>
      lab.accounting(`/api/staff/billing/cases/${remake.id}/prices`, {
        method: 'PUT',
        body: { prices: [{ caseSequence: 1, unitPriceCents, vat: 'exempt' }] },
      }),
    total: async () => (await dataOf(await manager(`/api/orders/${remake.id}`))).totalCents,
    /** The remake's lines; the first case is to be billed, too, at its own price. */
    toBill: async () => {
      const { waiting } = await dataOf(await lab.accounting(`/api/staff/billing/practices/${practice.id}`))
      return waiting.find(({ id }: { id: string }) => id === remake.id).lines
    },
    moveTo: async (...ways: string[]) => {
      for (const status of ways)
        expect(
          (await production(`/api/staff/orders/${remake.id}/status`, { method: 'POST', body: { status } })).status,
        ).toBe(204)
    },
  }
}
const untilProduction = ['in_preparation', 'in_production']
const untilDelivered = [...untilProduction, 'shipped', 'delivered']

describe('a remake', () => {
  it('stays free in another shade; more of it the laboratory has to grant', async () => {
    const lab = await laboratoryThatBills()
    const { change, total, moveTo, toBill, remake } = await aRemake(lab, [lab.crown])
    expect((await change({ shade: 'B2' })).status).toBe(200)
    expect((await change({ teeth: [11, 12] })).status).toBe(200)
    expect(await total()).toBeNull()
    await moveTo(...untilDelivered)
    expect(await toBill()).toMatchObject([{ quantity: 1, unitPriceCents: 14_900, netCents: 0 }])
    const { ids } = await dataOf(await issue(lab.accounting, lab.practice, [remake]))
    expect(await dataOf(await lab.accounting(`/api/staff/invoices/${ids[0]}`))).toMatchObject({ amountCents: 0 })
  })

  it('keeps the price that the laboratory has set, for as much as is made then', async () => {
    const lab = await laboratoryThatBills()
    const onQuote = await make.product(lab.laboratory, { price_cents: null })
    const { change, price, total, moveTo, toBill, remake } = await aRemake(lab, [onQuote])
    expect((await price(25_000)).status).toBe(204)
    expect(await total()).toBe(25_000)
    expect((await change({ shade: 'B2', teeth: [11, 12, 13] })).status).toBe(200)
    expect(await total()).toBe(75_000)
    await moveTo(...untilDelivered)
    expect(await toBill()).toMatchObject([{ quantity: 3, unitPriceCents: 25_000, netCents: 75_000 }])
    const { ids } = await dataOf(await issue(lab.accounting, lab.practice, [remake]))
    expect(await dataOf(await lab.accounting(`/api/staff/invoices/${ids[0]}`))).toMatchObject({ amountCents: 75_000 })
  })

  it('costs what was set also where the change was asked for and granted', async () => {
    const lab = await laboratoryThatBills()
    const { change, price, total, moveTo, production, remake } = await aRemake(lab, [lab.crown])
    await moveTo(...untilProduction)
    const grant = async () => {
      const { data } = await (await production('/api/staff/requests')).json()
      const { request } = data.find(({ order }: { order: { id: string } }) => order.id === remake.id)
      const answer = await production(`/api/staff/orders/${remake.id}/requests/${request.id}/answer`, {
        method: 'POST',
        body: { granted: true },
      })
      expect(answer.status).toBe(204)
    }
    await change({ teeth: [11, 12] })
    await grant()
    expect(await total()).toBeNull()
    await price(5_000)
    expect(await total()).toBe(10_000)
    await change({ teeth: [11] })
    await grant()
    expect(await total()).toBe(5_000)
  })

  it('of which one product gets a price gives the others for nothing, as before; they do not grow by that either', async () => {
    const lab = await laboratoryThatBills()
    const { price, total, moveTo, toBill, remake, manager } = await aRemake(lab, [lab.crown, lab.crown])
    expect((await price(5_000)).status).toBe(204)
    expect(await total()).toBe(5_000)
    const other = { products: [{ caseSequence: 2, teeth: [11, 12] }] }
    expect(await dataOf(await manager(`/api/orders/${remake.id}/change-preview`, { body: other }))).toMatchObject({
      asksLaboratory: 'remake',
    })
    await moveTo(...untilDelivered)
    expect(await toBill()).toMatchObject([{ netCents: 5_000 }, { unitPriceCents: 14_900, netCents: 0 }])
    const { ids } = await dataOf(await issue(lab.accounting, lab.practice, [remake]))
    expect(await dataOf(await lab.accounting(`/api/staff/invoices/${ids[0]}`))).toMatchObject({ amountCents: 5_000 })
  })

  it('of which one product has a price waits for that of another on quote: it is free no more', async () => {
    const lab = await laboratoryThatBills()
    const onQuote = await make.product(lab.laboratory, { price_cents: null })
    const { price, total, moveTo, toBill } = await aRemake(lab, [lab.crown, onQuote])
    await price(5_000)
    expect(await total()).toBeNull()
    await moveTo(...untilDelivered)
    expect(await toBill()).toMatchObject([{ netCents: 5_000 }, { unitPriceCents: null, netCents: null }])
  })
})

it('no statement says what a case costs: it is what its products cost', async () => {
  const lab = await laboratoryThatBills()
  const { remake } = await aRemake(lab, [lab.crown])
  const totalsAfter = (statement: string) =>
    make.within(lab.laboratory.id, async client => {
      await client.query(statement)
      const { rows } = await client.query('select remake_of is null as is_first, total_cents from orders order by 1')
      return rows
    })
  const expected = [
    { is_first: false, total_cents: null },
    { is_first: true, total_cents: 14_900 },
  ]
  expect(await totalsAfter('update orders set total_cents = 1')).toEqual(expected)
  await make.within(lab.laboratory.id, client =>
    client.query('update order_products set quantity = 3 where order_id <> $1', [remake.id]),
  )
  expect(await totalsAfter('select')).toEqual([expected[0], { is_first: true, total_cents: 44_700 }])
})

it('nor is the total believed that a new case brings; who adds to it at the same moment is counted', async () => {
  const { laboratory, practice, crown } = await laboratoryThatBills()
  const { database } = app.api.services
  const asApplication = <T>(work: (tx: Transaction) => Promise<T>) =>
    database.withTenant({ for: 'job', brandId: laboratory.id }, 'write', work)
  const { rows } = await asApplication(tx =>
    sql<{ id: string; total_cents: number | null }>`
      insert into orders (brand_id, practice_id, code, patient_code, print_type, summary_fr, summary_en, total_cents, prescriber)
      values (${laboratory.id}, ${practice.id}, 'T-1', 'P-1', 'optical', 'x', 'x', 1, 'Dr Martin')
      returning id, total_cents`.execute(tx),
  )
  const order = rows[0]
  expect(order).toMatchObject({ total_cents: null })
  const add = (tx: Transaction, sequence: number) =>
    sql`
      insert into order_products (brand_id, practice_id, order_id, case_sequence, reference, product_version, label_fr, label_en,
        quantity)
      values (${laboratory.id}, ${practice.id}, ${order?.id}, ${sequence}, ${crown.reference}, ${crown.version}, 'x', 'x',
        1)`.execute(tx)
  let second: Promise<unknown> | undefined
  await asApplication(async tx => {
    await add(tx, 1)
    second = asApplication(other => add(other, 2))
    const isWaiting = () =>
      sql`select from pg_locks where not granted and transactionid = pg_current_xact_id()::xid`.execute(tx)
    await expect.poll(async () => (await isWaiting()).rows.length).toBe(1)
  })
  await second
  const { rows: after } = await asApplication(tx =>
    sql`select total_cents from orders where id = ${order?.id}`.execute(tx),
  )
  expect(after).toEqual([{ total_cents: 2 * 14_900 }])
})
