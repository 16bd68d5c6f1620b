import { expect } from 'vitest'
import { addDays, dayInZone } from '#kit/day.ts'
import { problemOf, type startTestApp } from './harness.ts'
import type { TestPractice } from './make.ts'

// What the tests of price lists share.

type App = ReturnType<typeof startTestApp>
export type Call = Awaited<ReturnType<App['as']>>

/** A day goes by in a laboratory that moves from one to the other. */
export const [early, late] = ['Etc/GMT+12', 'Pacific/Kiritimati']
export const day = (ahead: number, zone = 'Europe/Paris') => addDays(dayInZone(new Date(), zone), ahead)

export const dataOf = async (answer: Response) => (await answer.json()).data
export const told = async (answer: Response) => {
  const { status, code, errors } = await problemOf(answer)
  return [status, code, ...(errors ?? []).map(error => `${error.path} ${error.code}`)]
}

/** A laboratory that offers A for 100 € and B for 200.01 €, with a practice and an administrator. */
export async function openedPrices({ make, as }: Pick<App, 'make' | 'as'>, values: Record<string, unknown> = {}) {
  const laboratory = await make.laboratory(values)
  await make.product(laboratory, { reference: 'A', price_cents: 10_000, position: 1 })
  await make.product(laboratory, { reference: 'B', price_cents: 20_001, position: 2 })
  const practice = await make.practice(laboratory)
  const staff = await make.user(laboratory)
  const passes = () =>
    make.within(laboratory.id, client =>
      client.query('update brands set time_zone = $2 where id = $1', [laboratory.id, late]),
    )
  return { laboratory, practice, staff, call: await as(staff), passes }
}

export async function newList(call: Call, said: object = {}): Promise<string> {
  const answer = await call('/api/staff/price-lists', { body: { name: 'Tarif', basedOn: null, change: 0, ...said } })
  expect(answer.status).toBe(201)
  return (await dataOf(answer)).id
}

export const listOf = async (call: Call, id: string) => dataOf(await call(`/api/staff/price-lists/${id}`))

export async function setPrices(call: Call, id: string, prices: Record<string, number | null>) {
  const { version } = await listOf(call, id)
  const answer = await call(`/api/staff/price-lists/${id}/prices`, {
    method: 'PUT',
    body: { prices: Object.entries(prices).map(([reference, priceCents]) => ({ reference, priceCents })), version },
  })
  expect(answer.status).toBe(204)
}

export const place = (call: Call, practices: readonly TestPractice[], listId: string | null, from = day(0)) =>
  call('/api/staff/practice-price-lists', {
    method: 'PUT',
    body: { practiceIds: practices.map(({ id }) => id), listId, from },
  })

/** What somebody of the practice is shown for each product. */
export async function pricesShown(call: Call): Promise<(number | undefined)[]> {
  const { families } = await dataOf(await call('/api/catalogue'))
  return families.flatMap((family: { products: { priceCents?: number }[] }) =>
    family.products.map(({ priceCents }) => priceCents),
  )
}

export async function orderOf(call: Call, ...references: string[]): Promise<string> {
  const answer = await call('/api/orders', {
    body: {
      patientCode: 'P-1',
      printType: 'optical',
      prescriberName: 'Dr Durand',
      products: references.map(reference => ({ reference, quantity: 1, teeth: [26], shade: 'A2' })),
    },
  })
  expect(answer.status).toBe(201)
  return (await dataOf(answer)).id
}
export const totalOf = async (call: Call, id: string) => (await dataOf(await call(`/api/orders/${id}`))).totalCents
