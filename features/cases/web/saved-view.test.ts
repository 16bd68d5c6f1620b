import { expect, it } from 'vitest'
import { isShown, listOf, viewOf } from './saved-view.ts'
import type { CaseListSearch } from './search.ts'

const [wednesday, monday] = ['2031-01-08', '2031-01-06']
const thisWeek = { deliveryDateFrom: '2031-01-06', deliveryDateTo: '2031-01-12' }

it('a view keeps what the address says, but neither the page nor the words searched for', () => {
  const search: CaseListSearch = { tab: 'all', page: 3, search: 'Élodie', delivery: 'delayed', statuses: ['on_hold'] }
  expect(viewOf(search, wednesday)).toEqual({ tab: 'all', delivery: 'delayed', statuses: ['on_hold'] })
  expect(viewOf({ tab: 'in_progress', sort_by: 'code' }, wednesday)).toEqual({ sort_by: 'code' })
})

it('days that have a name move on with the calendar, all others stay', () => {
  const week = viewOf(thisWeek, wednesday)
  expect(week).toEqual({ deliveryOn: { moving: 'this_week' } })
  expect(listOf(week, '2031-01-19')).toMatchObject({ deliveryDateFrom: '2031-01-13', deliveryDateTo: '2031-01-19' })
  const today = viewOf({ appointmentDateFrom: wednesday, appointmentDateTo: wednesday }, wednesday)
  expect(today).toEqual({ appointmentOn: { moving: 'today' } })
  expect(listOf(today, monday)).toMatchObject({ appointmentDateFrom: monday, appointmentDateTo: monday })
  const ahead = viewOf({ appointmentDateFrom: wednesday, appointmentDateTo: '2031-01-14' }, wednesday)
  expect(ahead).toEqual({ appointmentOn: { moving: 'next_seven_days' } })
  expect(viewOf(thisWeek, monday)).toEqual({ deliveryOn: { moving: 'this_week' } })
  const since = viewOf({ deliveryDateFrom: '2031-01-03' }, wednesday)
  expect(since).toEqual({ deliveryOn: { from: '2031-01-03' } })
  expect(listOf(since, monday)).toMatchObject({ deliveryDateFrom: '2031-01-03' })
})

it('the list is known as its view on every page, and not with words searched for', () => {
  const content = viewOf({ ...thisWeek, delivery: 'delayed' }, wednesday)
  const search: CaseListSearch = { delivery: 'delayed', ...thisWeek, page: 2 }
  expect(isShown(content, search, wednesday)).toBe(true)
  expect(isShown(content, { ...search, search: 'Bernard' }, wednesday)).toBe(false)
  expect(isShown(content, { ...search, tab: 'all' }, wednesday)).toBe(false)
  expect(isShown(content, search, '2031-01-15')).toBe(false)
})
