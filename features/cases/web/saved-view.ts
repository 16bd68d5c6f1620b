import { addDays, type Day, weekday } from '#kit/day.ts'
import { movingPeriods } from '../moving-periods.ts'
import type { ViewContent, ViewPeriod } from '../views-contract.ts'
import { inPeriod, type Period, periodOf } from './list-views.ts'
import type { CaseListSearch } from './search.ts'

type Moving = (typeof movingPeriods)[number]

function daysOf(moving: Moving, today: Day): Required<Period> {
  if (moving === 'today') return { from: today, to: today }
  const from = moving === 'this_week' ? addDays(today, 1 - weekday(today)) : today
  return { from, to: addDays(from, 6) }
}

/** A period with a name is kept by name, so that next week the view shows next week. */
function kept({ from, to }: Period, today: Day): ViewPeriod | undefined {
  if (!from && !to) return undefined
  // On a Monday the next seven days are also this week: the quick view of that name wins.
  const moving = movingPeriods.toReversed().find(name => {
    const days = daysOf(name, today)
    return days.from === from && days.to === to
  })
  return moving ? { moving } : { ...(from && { from }), ...(to && { to }) }
}

const shown = ({ moving, from, to }: ViewPeriod = {}, today: Day): Period =>
  moving ? daysOf(moving, today) : { from, to }

/** What a view keeps of the list: neither the page nor the search words. */
export function viewOf({ tab, page: _, search: __, ...said }: CaseListSearch, today: Day): ViewContent {
  const { appointmentDateFrom: _a, appointmentDateTo: _b, deliveryDateFrom: _c, deliveryDateTo: _d, ...others } = said
  const content = {
    ...others,
    tab: tab === 'in_progress' ? undefined : tab,
    appointmentOn: kept(periodOf(said, 'appointment'), today),
    deliveryOn: kept(periodOf(said, 'delivery'), today),
  }
  return JSON.parse(JSON.stringify(content))
}

/** The list that a view shows today. */
export const listOf = ({ appointmentOn, deliveryOn, ...said }: ViewContent, today: Day): CaseListSearch => ({
  ...said,
  ...inPeriod('appointment', shown(appointmentOn, today)),
  ...inPeriod('delivery', shown(deliveryOn, today)),
})

/** Whether the list shows this view, on any page. */
export const isShown = (content: ViewContent, search: CaseListSearch, today: Day) =>
  !search.search && plain(listOf(content, today)) === plain({ ...search, page: undefined })

const plain = (search: CaseListSearch) =>
  JSON.stringify(
    Object.entries(search)
      .filter(([, said]) => said !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )
