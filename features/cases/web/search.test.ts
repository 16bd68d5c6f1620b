import { describe, expect, it } from 'vitest'
import { inPeriod, inTab, isFiltered, sortedBy, withoutFilters } from './list-views.ts'
import { type CaseListSearch, caseListSearch, caseQueryOf } from './search.ts'

const read = (search: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(caseListSearch(search)).filter(([, value]) => value !== undefined))

const right = {
  tab: 'history',
  sort_by: 'wishedDate',
  sort_order: 'DESC',
  page: 3,
  search: 'Éloïse',
  appointmentDateFrom: '2026-11-01',
  appointmentDateTo: '2026-11-30',
  deliveryDateFrom: '2026-10-01',
  deliveryDateTo: '2026-10-31',
  hold: 'unanswered',
  statuses: ['delivered', 'cancelled'],
} as const

const wrong: Record<keyof typeof right, unknown[]> = {
  tab: ['', 'mine', 1, null, ['all']],
  sort_by: ['', 'price', 'Code', 0],
  sort_order: ['', 'asc', 'up', true],
  page: ['', 'two', '2', 0, -1, 2.5, 1_000_000, Number.NaN, Number.POSITIVE_INFINITY, [1]],
  search: ['', '   ', 'x'.repeat(101), true, ['a'], { a: 1 }],
  appointmentDateFrom: ['', 'today', '2026-02-31', '31/12/2026', 20_261_231, '0000-01-01'],
  appointmentDateTo: ['2026-13-01', '2026-11-1', null],
  deliveryDateFrom: ['2026-11-01T00:00:00Z', '+02026-11-01', []],
  deliveryDateTo: [' 2026-11-01', '2026-11-01 ', {}],
  hold: ['', 'answered', true],
  statuses: ['', 'lost', [], ['lost'], 'delivered,cancelled', 3],
}

describe('the address of the list', () => {
  it('is read as it was written', () => {
    expect(read(right)).toEqual(right)
    expect(read({})).toEqual({})
  })

  it.each(Object.keys(right))('drops a wrong %s, and only that', key => {
    const { [key]: _, ...rest } = right as Record<string, unknown>
    for (const value of wrong[key as keyof typeof right]) expect(read({ ...right, [key]: value })).toEqual(rest)
  })

  it('takes what people and other programs write', () => {
    expect(read({ search: 1187 })).toEqual({ search: '1187' })
    expect(read({ search: ' Dupont ' })).toEqual({ search: 'Dupont' })
    expect(read({ statuses: 'on_hold' })).toEqual({ statuses: ['on_hold'] })
    expect(read({ statuses: ['delivered', 'lost'] })).toEqual({ statuses: ['delivered'] })
    expect(read({ statuses: ['shipped', 'on_hold', 'shipped'] })).toEqual({ statuses: ['on_hold', 'shipped'] })
    expect(read({ utm_source: 'mail' })).toEqual({})
  })

  it('asks for the first page of what is in progress unless it says otherwise', () => {
    expect(caseQueryOf({})).toEqual({ tab: 'in_progress', page: 1 })
    expect(caseQueryOf({ tab: 'all', page: 2 })).toEqual({ tab: 'all', page: 2 })
  })
})

describe('another view of the list', () => {
  it('keeps words and dates, and the statuses that the tab has', () => {
    const search: CaseListSearch = {
      search: 'a',
      page: 4,
      statuses: ['on_hold', 'delivered'],
      deliveryDateTo: '2026-11-01',
    }
    expect(inTab(search, 'history')).toEqual({
      search: 'a',
      tab: 'history',
      statuses: ['delivered'],
      deliveryDateTo: '2026-11-01',
    })
    expect(inTab({ tab: 'all', statuses: ['delivered'] }, 'in_progress')).toEqual({})
    expect(inTab({ hold: 'unanswered' }, 'all')).toEqual({ tab: 'all', hold: 'unanswered' })
    expect(inTab({ hold: 'unanswered' }, 'history')).toEqual({ tab: 'history' })
  })

  it('says nothing of the usual sort of its tab', () => {
    expect(sortedBy({ page: 2 }, 'code', 'ASC')).toEqual({ sort_by: 'code', sort_order: 'ASC' })
    expect(sortedBy({ sort_by: 'code', sort_order: 'ASC' }, 'deliveryDate', 'ASC')).toEqual({})
    expect(sortedBy({ tab: 'history' }, 'deliveryDate', 'DESC')).toEqual({ tab: 'history' })
    expect(sortedBy({ tab: 'all' }, 'code', 'DESC')).toEqual({ tab: 'all' })
  })

  it('without filters keeps its tab and its sort', () => {
    const kept = { tab: 'all', sort_by: 'patient', sort_order: 'ASC' } as const
    const filtered = { ...kept, page: 2, search: 'a', ...inPeriod('delivery', { from: '2026-11-01' }) }
    expect(filtered.deliveryDateFrom).toBe('2026-11-01')
    expect(isFiltered(filtered)).toBe(true)
    expect(withoutFilters(filtered)).toEqual(kept)
    expect(isFiltered(withoutFilters(filtered))).toBe(false)
    expect(isFiltered({ page: 3, tab: 'all' })).toBe(false)
  })
})
