import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Payment } from '#features/payments/contract.ts'
import { noCreatingRates, startTestApp } from './harness.ts'
import type { TestLaboratory, TestPractice } from './make.ts'

type TestApp = ReturnType<typeof startTestApp>
type Caller = Awaited<ReturnType<TestApp['as']>>

export const bank = { legal_name: 'Laboratoire Exemple SAS', iban: 'FR7630006000011234567890189' }

export const pay = (call: Caller, body: object, key = randomUUID()) =>
  call('/api/payments', { body, headers: { 'idempotency-key': key } })
export const dataOf = async <T>(response: Response): Promise<T> => {
  expect(response.ok, await response.clone().text()).toBe(true)
  return ((await response.json()) as { data: T }).data
}
export const begun = async (call: Caller, body: object) => dataOf<Payment>(await pay(call, body))
export const find = async (call: Caller, { id }: { id: string }) => dataOf<Payment>(await call(`/api/payments/${id}`))
export const checkout = (call: Caller, { id }: { id: string }) =>
  call(`/api/payments/${id}/checkout`, { method: 'POST' })
export const pageOf = async (call: Caller, payment: { id: string }) =>
  new URL((await dataOf<{ redirectUrl: string }>(await checkout(call, payment))).redirectUrl).pathname

/** What practices and providers ask for where one pays, in a running product. */
export function startPaymentTests(settings: Parameters<typeof startTestApp>[0] = {}) {
  const testApp = startTestApp({ creatingRates: noCreatingRates, connections: 20, ...settings })
  const { make, as, request } = testApp

  async function aPractice({ provider = 'sandbox', account = null as string | null, language = 'fr' } = {}) {
    const laboratory = await make.laboratory()
    await make.insert(laboratory.id, 'billing_settings', { brand_id: laboratory.id, ...bank })
    await make.insert(laboratory.id, 'card_settings', {
      brand_id: laboratory.id,
      provider,
      stripe_account: account,
    })
    const practice = await make.practice(laboratory)
    const manager = await make.user(practice, { account_type: 'manager', language })
    return { laboratory, practice, manager, call: await as(manager) }
  }
  const press = (laboratory: TestLaboratory, page: string, outcome: string) =>
    request(laboratory, page, {
      method: 'POST',
      body: `outcome=${outcome}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  const piecesOf = ({ laboratory, id }: TestPractice) =>
    make.within(laboratory.id, async client => {
      const { rows } = await client.query<{ id: string; type: string; status: string; due: number; settled: number }>(
        `select id, type::text, status::text, due_cents::int as due, settled_cents::int as settled
         from invoices where practice_id = $1 order by amount_cents desc`,
        [id],
      )
      return rows
    })
  const tell = (
    laboratory: TestLaboratory,
    provider: string,
    sent: { body: string; headers: Record<string, string> },
  ) =>
    request(laboratory, `/api/payments/events/${provider}`, {
      method: 'POST',
      body: sent.body,
      headers: { 'content-type': 'application/json', ...sent.headers },
    })

  return { ...testApp, aPractice, press, piecesOf, tell }
}
