import { beforeAll, expect, it } from 'vitest'
import { startTestApp } from '#test/harness.ts'
import type { TestPractice } from '#test/make.ts'

const { make, as } = startTestApp()
let practices: TestPractice[]

beforeAll(async () => {
  practices = await Promise.all([1, 2, 3].map(async () => make.practice(await make.laboratory())))
})

it('a prepared statement answers each practice with its own cases, whoever used the connection before', async () => {
  const expected = await Promise.all(
    practices.map(async (practice, index) => {
      const orders = await Promise.all(Array.from({ length: index + 1 }, () => make.order(practice)))
      return { call: await as(await make.user(practice)), ids: new Set(orders.map(({ id }) => id)) }
    }),
  )
  // Often enough for PostgreSQL to settle on the plan that it keeps for all values.
  for (let round = 0; round < 10; round++) {
    await Promise.all(
      expected.map(async ({ call, ids }) => {
        const response = await call('/api/orders')
        const { data, counts } = (await response.json()) as { data: { id: string }[]; counts: { all: number } }
        expect(new Set(data.map(({ id }) => id))).toEqual(ids)
        expect(counts.all).toBe(ids.size)
      }),
    )
  }
})
