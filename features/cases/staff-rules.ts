import type { CaseStatus, CaseTab } from './contract.ts'
import type { staffSorts } from './staff-address.ts'
import type { StaffCase, StaffCaseQuery } from './staff-contract.ts'
import { isStep } from './timeline.ts'

/** The moves of a case through the laboratory; from hold it returns to its former status. */
const ways: Readonly<Partial<Record<CaseStatus, readonly CaseStatus[]>>> = {
  registered: ['in_preparation', 'on_hold', 'cancelled'],
  in_preparation: ['in_production', 'on_hold', 'cancelled'],
  in_production: ['shipped', 'on_hold', 'cancelled'],
  shipped: ['delivered'],
  unknown: ['registered', 'in_preparation', 'in_production', 'shipped', 'delivered', 'cancelled'],
}

/**
 * The number of latest finished cases in which any part of the text is searched; of older ones only the beginnings of
 * numbers and names.
 */
export const latestSearched = 5_000

/** Searching any part of a name in the whole history reads too much, unless another filter narrows it. */
export const isSearchLimited = ({
  tab,
  search,
  practiceId,
  said,
  technician,
  deliveryDateFrom,
}: Partial<StaffCaseQuery>) =>
  tab !== 'in_progress' &&
  !!search &&
  !practiceId &&
  !said &&
  !deliveryDateFrom &&
  (!technician || technician === 'nobody')

/** The oldest requests, changes and problems shown; the next ones follow as these are answered. */
export const mostAsked = 25
/** Maximum per practice, so that none hides the others; the rest are in the list of cases. */
export const mostOfOne = 5

type Standing = { status: CaseStatus; heldFrom: CaseStatus | null }

/**
 * The statuses to which the laboratory may move a case, the usual one first. `orders__status_moves` checks again; only
 * invoicing sets `invoiced`.
 */
export const movesOf = ({ status, heldFrom }: Standing): readonly CaseStatus[] =>
  status === 'on_hold' && heldFrom ? [heldFrom, 'cancelled'] : (ways[status] ?? [])

/** Whether the laboratory marked the case delivered today, which may have been a mistake. */
export function canTakeBack(
  { status, timeline }: Pick<StaffCase, 'status' | 'timeline'>,
  isToday: (at: string) => boolean,
) {
  const delivered = timeline.findLast(line => line.status === 'delivered' && isStep(line))
  return status === 'delivered' && !!delivered && isToday(delivered.at) && delivered.by?.isOfLaboratory !== false
}

/** Whether the move can be made in bulk: hold and cancellation need words for each case. */
export const canMoveTogether = (status: CaseStatus) => status !== 'on_hold' && status !== 'cancelled'

/** Columns of the board, in the order of the workflow. */
export const boardStatuses = ['registered', 'in_preparation', 'in_production', 'on_hold', 'shipped'] as const
export type BoardStatus = (typeof boardStatuses)[number]

type Sort = (typeof staffSorts)[number]

/** By tab: what comes next, what left last, what came in last. */
const usualSorts: Record<CaseTab, { by: Sort; order: 'ASC' | 'DESC' }> = {
  in_progress: { by: 'deliveryDate', order: 'ASC' },
  history: { by: 'deliveryDate', order: 'DESC' },
  all: { by: 'code', order: 'DESC' },
}
export const staffSortOf = ({ tab, sort_by, sort_order }: Pick<StaffCaseQuery, 'tab' | 'sort_by' | 'sort_order'>) => ({
  by: sort_by ?? usualSorts[tab].by,
  order: sort_order ?? (sort_by ? 'ASC' : usualSorts[tab].order),
})
