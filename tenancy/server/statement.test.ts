import { Kysely } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { DB } from '#db/schema.ts'
import { startTestApp } from '#test/harness.ts'
import type { TestPractice } from '#test/make.ts'
import type { Transaction } from './database.ts'
import { dialectOver } from './dialect.ts'
import { type PreparedQuery, type Slots, statement } from './statement.ts'

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
  // Often enough for PostgreSQL to settle on a generic plan.
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

describe('a slot stands for', () => {
  const sent: PreparedQuery[] = []
  const executeQuery = async (query: PreparedQuery) => {
    sent.push(query)
    return { rows: [] }
  }
  const streamQuery = () => {
    throw new Error('Not asked for here.')
  }
  const tx = new Kysely<DB>({ dialect: dialectOver({ executeQuery, streamQuery }) })
  type Acting = { tx: Transaction; brandId: string }
  const find = statement((db, $: Slots<Acting, { id: string; brandId?: string }>) =>
    db.selectFrom('orders').select('id').where('brand_id', '=', $.brandId).where('id', '=', $.id),
  )
  beforeEach(() => void sent.splice(0))

  it('what this call brings, in a statement that stays the same', async () => {
    await find({ tx, brandId: 'A' }, { id: '1' })
    await find({ tx, brandId: 'B' }, { id: '2' })
    expect(sent.map(({ parameters }) => parameters)).toEqual([
      ['A', '1'],
      ['B', '2'],
    ])
    expect(new Set(sent.map(({ sql, preparedAs }) => `${preparedAs}: ${sql}`)).size).toBe(1)
    expect(sent[0]?.preparedAs).toBeTruthy()
  })

  it('what is known of the actor, and no value of the same name beside it', async () => {
    await expect(find({ tx, brandId: 'A' }, { id: '1', brandId: 'B' })).rejects.toThrow(
      '“brandId” is known of the actor',
    )
    expect(sent).toEqual([])
  })
})
