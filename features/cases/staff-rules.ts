import type { CaseStatus, CaseTab } from './contract.ts'
import type { staffSorts } from './staff-address.ts'
import type { StaffCase, StaffCaseQuery } from './staff-contract.ts'

/** The way of a case through the laboratory; what is on hold goes back to where it was. */
const ways: Readonly<Partial<Record<CaseStatus, readonly CaseStatus[]>>> = {
  registered: ['in_preparation', 'on_hold', 'cancelled'],
  in_preparation: ['in_production', 'on_hold', 'cancelled'],
  in_production: ['shipped', 'on_hold', 'cancelled'],
  shipped: ['delivered'],
  unknown: ['registered', 'in_preparation', 'in_production', 'shipped', 'delivered', 'cancelled'],
}

/** Finished cases of which any part is searched; of older ones, what numbers and names begin with. */
export const latestSearched = 5_000

/** Of a history of all years every part of a name is too much to read, unless something else narrows it. */
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

/** Of requests, changes and problems the oldest few are shown: the next ones come as these are answered. */
export const mostAsked = 25
/** Of one practice, so that none hides what the others ask; the rest stand in the list of cases. */
export const mostOfOne = 5

type Standing = { status: CaseStatus; heldFrom: CaseStatus | null }

/**
 * Where the laboratory's people may take a case, the usual step first. `orders__status_moves` judges again; that something
 * is invoiced, the books say.
 */
export const movesOf = ({ status, heldFrom }: Standing): readonly CaseStatus[] =>
  status === 'on_hold' && heldFrom ? [heldFrom, 'cancelled'] : (ways[status] ?? [])

/** Noted as delivered by the laboratory's own people, today: it may have been a mistake. */
export function canTakeBack(
  { status, timeline }: Pick<StaffCase, 'status' | 'timeline'>,
  isToday: (at: string) => boolean,
) {
  // Later lines with that status are notes to it.
  const delivered = timeline.findLast(
    (step, at) => step.status === 'delivered' && timeline[at - 1]?.status !== 'delivered',
  )
  return status === 'delivered' && !!delivered && isToday(delivered.at) && delivered.by?.isOfLaboratory !== false
}

/** Many at once: what asks for words of its own for each case is done on the case. */
export const canMoveTogether = (status: CaseStatus) => status !== 'on_hold' && status !== 'cancelled'

/** The columns of the board, in the order of the way. */
export const boardStatuses = ['registered', 'in_preparation', 'in_production', 'on_hold', 'shipped'] as const
export type BoardStatus = (typeof boardStatuses)[number]

type Sort = (typeof staffSorts)[number]

/** What comes next, what left last, what came in last. */
const usualSorts: Record<CaseTab, { by: Sort; order: 'ASC' | 'DESC' }> = {
  in_progress: { by: 'deliveryDate', order: 'ASC' },
  history: { by: 'deliveryDate', order: 'DESC' },
  all: { by: 'code', order: 'DESC' },
}
export const staffSortOf = ({ tab, sort_by, sort_order }: Pick<StaffCaseQuery, 'tab' | 'sort_by' | 'sort_order'>) => ({
  by: sort_by ?? usualSorts[tab].by,
  order: sort_order ?? (sort_by ? 'ASC' : usualSorts[tab].order),
})
