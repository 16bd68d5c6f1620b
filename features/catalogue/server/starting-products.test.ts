import { describe, expect, it } from 'vitest'
import { startTestApp } from '#test/harness.ts'

const { make, as } = startTestApp()
type Call = Awaited<ReturnType<typeof as>>

const dataOf = async (answer: Response) => (await answer.json()).data
type Listed = { untouched: string[]; products: { reference: string; isRetired: boolean; priceCents: number | null }[] }
const families = async (call: Call): Promise<Listed[]> => dataOf(await call('/api/staff/catalogue'))
const untouchedOf = async (call: Call) => (await families(call)).flatMap(({ untouched }) => untouched)
const offeredOf = async (call: Call) =>
  (await families(call)).flatMap(({ products }) =>
    products.flatMap(({ reference, isRetired }) => (isRetired ? [] : [reference])),
  )
const withdraw = async (call: Call, ...references: string[]) =>
  (await dataOf(await call('/api/staff/catalogue/withdrawals', { body: { references } }))).withdrawn
const offer = (call: Call, ...references: string[]) => call('/api/staff/catalogue/offers', { body: { references } })

async function opened() {
  const laboratory = await make.laboratory()
  for (const reference of ['A-1', 'A-2', 'A-3', 'A-4']) await make.product(laboratory, { reference })
  const call = await as(await make.user(laboratory))
  const practice = await make.practice(laboratory)
  const order = await make.order(practice)
  await make.orderLine(practice, order.id, 'A-2')
  const [family] = await families(call)
  const third = family?.products.find(({ reference }) => reference === 'A-3')
  const { changedAt: _at, changedBy: _by, reference: _r, ...facts } = third as Record<string, unknown>
  const body = { ...facts, priceCents: 12_300 }
  expect((await call('/api/staff/catalogue/products/A-3', { method: 'PUT', body })).status).toBe(204)
  return { laboratory, call }
}

describe('what a laboratory began with', () => {
  it('is untouched where no case has it and nobody has given it a price', async () => {
    const { call } = await opened()
    expect(await untouchedOf(call)).toEqual(['A-1', 'A-4'])
  })

  it('is withdrawn in one call as far as it is untouched, and offered again in another, as it was', async () => {
    const { laboratory, call } = await opened()
    expect(await withdraw(call, 'A-1', 'A-2', 'A-3', 'A-4', 'A-5')).toEqual(['A-1', 'A-4'])
    expect(await offeredOf(call)).toEqual(['A-2', 'A-3'])
    const practice = await as(await make.user(await make.practice(laboratory)))
    const shown = async () =>
      (await dataOf(await practice('/api/catalogue'))).families.flatMap(
        ({ products }: { products: { reference: string }[] }) => products.map(({ reference }) => reference),
      )
    expect(await shown()).toEqual(['A-2', 'A-3'])
    expect((await offer(call, 'A-1', 'A-2', 'A-4')).status).toBe(204)
    expect(await shown()).toEqual(['A-1', 'A-2', 'A-3', 'A-4'])
    expect(await untouchedOf(call)).toEqual(['A-1', 'A-4'])
  })

  it('is withdrawn once by two who press at once', async () => {
    const { call } = await opened()
    const both = await Promise.all([withdraw(call, 'A-1', 'A-4'), withdraw(call, 'A-1', 'A-4')])
    expect(both.toSorted((one, other) => other.length - one.length)).toEqual([['A-1', 'A-4'], []])
    const versions = await dataOf(await call('/api/staff/catalogue/products/A-1/versions'))
    expect(versions).toHaveLength(2)
  })

  it('stays another laboratory’s', async () => {
    const { call } = await opened()
    const other = await as(await make.user(await make.laboratory()))
    expect(await withdraw(other, 'A-1')).toEqual([])
    expect((await offer(other, 'A-1')).status).toBe(204)
    expect(await untouchedOf(call)).toEqual(['A-1', 'A-4'])
  })
})
