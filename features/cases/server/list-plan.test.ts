import type { CompiledQuery } from 'kysely'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import type { PracticeUser, Staff } from '#tenancy/server/actor.ts'
import type { PreparedQuery } from '#tenancy/server/statement.ts'
import { caseTabs } from '../address.ts'
import { CaseQuery } from '../list-contract.ts'
import { countOrders, listOrders } from './sql.ts'
import { askedOf } from './staff-filters-sql.ts'
import { countStaffOrders, listStaffOrders } from './staff-list-sql.ts'

const userId = '00000000-0000-4000-8000-000000000001'

/** The statement that would be sent; no database is needed. */
async function sentBy<Actor = Staff>(work: (actor: Actor) => Promise<unknown>): Promise<PreparedQuery> {
  const sent: PreparedQuery[] = []
  const tx = {
    executeQuery: async (query: CompiledQuery) => {
      sent.push(query)
      return { rows: [] }
    },
  }
  const actor = { tx, brandId: userId, practiceId: userId, userId, language: 'fr', timeZone: 'Europe/Paris' }
  await work(actor as unknown as Actor)
  const [query] = sent
  if (!query || sent.length > 1) throw new Error('One statement was expected.')
  return query
}

const today = '2026-01-05'
const wanted = { tab: 'in_progress', sort_by: undefined, sort_order: undefined, offset: 0 } as const
const asksOnce = [
  'board',
  'one technician',
  'nobody',
  'the intake',
  'the list',
  'a search',
  'a practice',
  'problems',
  'a family',
] as const
const queries = {
  board: { statuses: ['in_production'] },
  'one technician': { technician: userId, statuses: ['in_preparation'] },
  nobody: { technician: 'nobody' },
  'the intake': { statuses: ['registered'] },
  'the list': {},
  'a search': { search: 'zoe' },
  'a practice': { practiceId: userId },
  problems: { said: 'problem' },
  'a family': { family: 'crowns' },
} as const satisfies Record<(typeof asksOnce)[number], object>

const lists = asksOnce.flatMap(name => caseTabs.map(tab => [name, tab] as const))

it.each(lists)(
  'the laboratory’s list is planned once, with nothing that a later value could make cheaper: %s, %s',
  async (name, tab) => {
    const asked = askedOf({ userId }, { ...queries[name] } as Parameters<typeof askedOf>[1], today)
    for (const query of [
      await sentBy(staff => listStaffOrders(staff, asked, { ...wanted, tab })),
      await sentBy(staff => countStaffOrders(staff, asked, tab)),
    ]) {
      expect(query.preparedAs).toBeDefined()
      expect(query.sql).not.toMatch(/(limit|offset) \$/)
      expect(query.sql).not.toMatch(/orders"?\."?(brand_id|practice_id|technician_id)"? = \$/)
    }
  },
)

it.each([{}, { tab: 'history' }, { tab: 'all' }, { page: '2' }])('so is that of a practice: %o', async query => {
  const asked = { ...v.parse(CaseQuery, query), today }
  const page = await sentBy<PracticeUser>(user => listOrders(user, asked))
  expect(page.preparedAs).toBeDefined()
  expect(page.sql).not.toMatch(/(limit|offset) \$/)
  expect(page.sql).not.toMatch(/orders"?\."?practice_id"? = \$/)
  expect((await sentBy<PracticeUser>(user => countOrders(user, asked))).preparedAs).toBeDefined()
})

it('begins a later page where it is told to', async () => {
  const { sql, parameters } = await sentBy(staff =>
    listStaffOrders(staff, askedOf({ userId }, {}, today), { ...wanted, offset: 50 }),
  )
  expect(sql).toMatch(/offset \(select \$/)
  expect(sql).not.toMatch(/(limit|offset) \$/)
  expect(parameters).toContain(50)
})
