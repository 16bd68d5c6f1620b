import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { addDays } from '#kit/day.ts'
import { startTestApp } from './harness.ts'
import type { TestLaboratory, TestPractice } from './make.ts'
import { today } from './today.ts'

type TestApp = ReturnType<typeof startTestApp>
type Caller = Awaited<ReturnType<TestApp['as']>>

export const post = (body: object) => ({ method: 'POST', body, headers: { 'idempotency-key': randomUUID() } })
export const dataOf = async (response: Response) => {
  expect(response.status, await response.clone().text()).toBeLessThan(300)
  return (await response.json()).data
}

/** Without which nobody issues an invoice. */
export const seat = { address: '1 rue des Essais', postal_code: '69003', city: 'Lyon' }

/** A laboratory that has delivered work and bills it, in a running product. */
export function startBillingTests(settings: Parameters<typeof startTestApp>[0] = {}) {
  const testApp = startTestApp(settings)
  const { make, as } = testApp

  /** A crown, exempt, and a splint with VAT. */
  async function laboratoryThatBills(settings: Record<string, unknown> = {}) {
    const laboratory = await make.laboratory(seat)
    const crown = await make.product(laboratory, { price_cents: 14_900 })
    const splint = await make.product(laboratory, { price_cents: 9_999, vat: 'standard', label_fr: 'Gouttière' })
    await make.insert(laboratory.id, 'billing_settings', {
      brand_id: laboratory.id,
      legal_name: 'Laboratoire d’essai SARL',
      siren: '732829320',
      vat_number: 'FR44732829320',
      payment_days: 30,
      ...settings,
    })
    return {
      laboratory,
      crown,
      splint,
      accounting: await as(await make.user(laboratory, { role: 'accounting' })),
      practice: await make.practice(laboratory),
    }
  }
  type Lab = Awaited<ReturnType<typeof laboratoryThatBills>>

  /** Delivered a week ago, with these products. */
  async function deliveredCase(
    { laboratory, crown }: Pick<Lab, 'laboratory' | 'crown'>,
    practice: TestPractice,
    products: readonly { reference: string; version: number; quantity?: number }[] = [crown],
    values: Record<string, unknown> = {},
  ) {
    const order = await make.order(practice, { status: 'delivered', ...values })
    const ofOrder = { brand_id: laboratory.id, practice_id: practice.id, order_id: order.id }
    for (const [index, { reference, version, quantity = 1 }] of products.entries())
      await make.orderLine(practice, order.id, reference, {
        case_sequence: index + 1,
        product_version: version || null,
        quantity,
      })
    if (values.status === undefined)
      await make.insert(laboratory.id, 'order_events', {
        ...ofOrder,
        sequence: 1,
        status: 'delivered',
        at: `${addDays(today, -7)}T10:00:00Z`,
      })
    return order
  }

  const issue = (call: Caller, practice: TestPractice, orders: { id: string }[], values: object = {}) =>
    call(
      '/api/staff/invoices',
      post({ practiceId: practice.id, orderIds: orders.map(({ id }) => id), type: 'invoice', ...values }),
    )
  const statusOf = (laboratory: TestLaboratory, id: string) =>
    make.within(laboratory.id, async client => {
      const { rows } = await client.query<{ status: string; moves: number }>(
        `select status::text, (select count(*)::int from order_events where order_id = o.id) as moves from orders o where id = $1`,
        [id],
      )
      return rows[0]
    })
  const billedOf = (laboratory: TestLaboratory) =>
    make.within(laboratory.id, async client => {
      const { rows } = await client.query<{ codes: number; numbers: number; highest: number; lines: number }>(
        `select count(*)::int as codes, count(distinct number)::int as numbers, max(number) as highest,
           (select count(*)::int from invoice_lines) as lines from invoices`,
      )
      return rows[0]
    })

  return { ...testApp, laboratoryThatBills, deliveredCase, issue, statusOf, billedOf }
}
