import { addDays, type Day, daysBetween } from '#kit/day.ts'
import type { InputError } from '#kit/problem.ts'
import {
  type Case,
  type CaseRow,
  type CaseSort,
  CaseStatus,
  type CaseTab,
  type Delivery,
  type HoldAnswer,
  type ProblemState,
} from './contract.ts'
import type { CaseQuery } from './list-contract.ts'

const historyStatuses: readonly CaseStatus[] = ['delivered', 'invoiced', 'cancelled']

/** Which statuses a tab holds: every status is in exactly one of the first two. */
export const statusesOfTab: Record<CaseTab, readonly CaseStatus[]> = {
  in_progress: CaseStatus.options.filter(status => !historyStatuses.includes(status)),
  history: historyStatuses,
  all: CaseStatus.options,
}

/** More are not counted for the laboratory: it is said that there are more, and a search finds what is further back. */
export const mostCounted = 1000

/** Whoever may not see invoices learns of none: to them a case stays delivered when it is invoiced. */
export const statusFor = (status: CaseStatus, reader: { maySeeInvoices: boolean }): CaseStatus =>
  status === 'invoiced' && !reader.maySeeInvoices ? 'delivered' : status

/** Of several first the one that waits for the reader: the practice looks at an answer, the laboratory gives one. */
export function problemFor(states: readonly ProblemState[], reader: { isStaff?: boolean } = {}): ProblemState | null {
  const order: readonly ProblemState[] = reader.isStaff
    ? ['open', 'answered', 'settled']
    : ['answered', 'open', 'settled']
  return order.find(state => states.includes(state)) ?? null
}

/** What answers the question of the tab: what comes next, what came last, what was ordered last. */
const defaultSorts: Record<CaseTab, { by: CaseSort; order: 'ASC' | 'DESC' }> = {
  in_progress: { by: 'deliveryDate', order: 'ASC' },
  history: { by: 'deliveryDate', order: 'DESC' },
  all: { by: 'code', order: 'DESC' },
}

/** A sort that names only its key goes up; one that names only its direction turns the default of the tab. */
export function sortOf({ tab, sort_by, sort_order }: Pick<CaseQuery, 'tab' | 'sort_by' | 'sort_order'>) {
  const byDefault = defaultSorts[tab]
  return { by: sort_by ?? byDefault.by, order: sort_order ?? (sort_by ? 'ASC' : byDefault.order) } as const
}

/** What the laboratory has said about the delivery, and what absences of the practice have made of it, as stored. */
export type Promised = {
  status: CaseStatus
  deliveryDate: Day | null
  /** The first promise, kept when the date moves. */
  firstDeliveryOn: Day | null
  /** False while the date is only computed. */
  isDeliveryConfirmed: boolean
  /** The laboratory's day, where absences hold the delivery on a later one. */
  movedFromOn: Day | null
  /** That day is one on which the practice takes no deliveries any more. */
  isMovedForDays?: boolean | undefined
  /** To where absences had moved it when the laboratory set another day: up to it nothing is late. */
  excusedOn: Day | null
}

type Dated = Promised & { deliveryDate: Day; firstDeliveryOn: Day }
const isDated = (promised: Promised): promised is Dated =>
  promised.deliveryDate !== null && promised.firstDeliveryOn !== null

/** An absence makes nothing late, and nothing that is late punctual: the laboratory is measured by its own days. */
const owedOn = ({ firstDeliveryOn, excusedOn }: Dated): Day =>
  excusedOn !== null && excusedOn > firstDeliveryOn ? excusedOn : firstDeliveryOn
const putOffDays = (promised: Dated): number =>
  Math.max(0, daysBetween(owedOn(promised), promised.movedFromOn ?? promised.deliveryDate))
/** Of what is still to come. */
export const hasMissedItsDay = ({ status, deliveryDate }: Pick<Dated, 'status' | 'deliveryDate'>, today: Day) =>
  deliveryDate < today && status !== 'shipped'

/** The first that fits of today, delayed, estimated, planned. `today` is the laboratory's. */
export function deliveryOf(promised: Promised, today: Day, reader: { maySeeAbsences: boolean }): Delivery {
  if (historyStatuses.includes(promised.status)) return null
  if (!isDated(promised)) return { display: 'estimated' }
  const { deliveryDate, firstDeliveryOn, isDeliveryConfirmed, movedFromOn } = promised
  const isPutOff = putOffDays(promised) > 0
  const isMoved = movedFromOn !== null || (!isPutOff && deliveryDate > firstDeliveryOn)
  const why = promised.isMovedForDays ? 'days' : reader.maySeeAbsences ? 'absence' : 'other'
  const moved = isMoved ? ({ moved: why } as const) : {}
  // A day that has itself gone by is no news: what is left to say is "within 24 h". So the specification wants it, also
  // of a day that was only computed: the practice has planned with it, and a delay shows a new day or that, nothing else.
  if (hasMissedItsDay(promised, today))
    return { display: 'delayed', firstDate: isPutOff ? owedOn(promised) : deliveryDate }
  if (isPutOff && deliveryDate >= today) {
    const late = {
      firstDate: owedOn(promised),
      ...(movedFromOn === null ? {} : { ...moved, putOffTo: movedFromOn }),
    }
    return deliveryDate === today
      ? { display: 'today', ...late }
      : { display: 'delayed', newDate: deliveryDate, ...late }
  }
  if (deliveryDate === today)
    return { display: 'today', ...moved, ...(isDeliveryConfirmed ? {} : { unconfirmed: true as const }) }
  // What is under way past its day has most likely come: nobody has said so.
  return { display: isDeliveryConfirmed && deliveryDate > today ? 'planned' : 'estimated', ...moved }
}

/**
 * From the promise to the laboratory's day; to today, where the day of delivery has gone by. What came before that day is
 * less late; what was noted after it may have come on it.
 */
export function delayDaysOf(promised: Promised & { arrivedOn?: Day | null }, today: Day): number {
  const { arrivedOn } = promised
  if (promised.status === 'cancelled' || !isDated(promised)) return 0
  const { deliveryDate } = promised
  const sooner = arrivedOn ? Math.max(0, daysBetween(arrivedOn, deliveryDate)) : 0
  const putOff = Math.max(0, putOffDays(promised) - sooner)
  const isMissed = !historyStatuses.includes(promised.status) && hasMissedItsDay(promised, today)
  return isMissed ? putOff + daysBetween(promised.deliveryDate, today) : putOff
}

/** On its way, and nobody has said that it has come. */
export const isArrivalUnconfirmed = (
  { status, deliveryDate, delivery }: Pick<CaseRow, 'status' | 'deliveryDate' | 'delivery'>,
  today: Day,
): boolean => status === 'shipped' && delivery?.display === 'estimated' && deliveryDate !== null && deliveryDate < today

type Coming = { deliveryDate: Day | null; delivery: Delivery; status?: CaseRow['status'] | undefined }

/** How many days the work is at the practice before the patient is; negative when it comes too late. */
export function daysBeforeAppointment(shown: Coming, appointmentDay: Day | null, today: Day): number | null {
  if (shown.delivery === null || shown.deliveryDate === null || appointmentDay === null) return null
  const days = daysBetween(comingOn(shown.deliveryDate, isWithin24Hours(shown), today), appointmentDay)
  // What has left before its day is there before it too: nobody moves a patient for what may come tomorrow.
  return days < 0 && shown.status === 'shipped' && appointmentDay > today ? null : days
}

/** Late, and nobody has said another day. */
export const isWithin24Hours = ({ delivery }: { delivery: Delivery }) =>
  delivery?.display === 'delayed' && delivery.newDate === undefined

/** The day to reckon with for a case (`comingOn`); nothing where no day is said. */
export const comingDay = (
  { delivery, deliveryDate }: { deliveryDate: Day | null; delivery: Delivery },
  today: Day,
): Day | undefined => (deliveryDate ? comingOn(deliveryDate, isWithin24Hours({ delivery }), today) : undefined)

/** The day to reckon with: one that was missed brings nothing any more, and tomorrow is the first that may. */
export const comingOn = (deliveryDate: Day, isMissed: boolean, today: Day): Day =>
  isMissed ? addDays(today, 1) : deliveryDate

/** While the laboratory has not begun. */
export const canCancel = ({ status }: Pick<Case, 'status'>) => status === 'registered'

/** What is on its way may have come: the driver says so, or whoever has it in hand. */
export const canReceive = ({ status }: Pick<CaseRow, 'status'>) => status === 'shipped'

export const hasArrived = ({ status }: Pick<CaseRow, 'status'>) => status === 'delivered' || status === 'invoiced'

/** While something is asked and nobody has answered. */
export const canAnswerHold = ({ status, hold }: Pick<Case, 'status' | 'hold'>) =>
  status === 'on_hold' && hold !== null && hold.answer === undefined

/** The one answer that is nothing without a message. */
export const needsMessage = (answer: HoldAnswer) => answer === 'in_writing'

/** What a menu has no room for. */
export const needsMore = (answer: HoldAnswer) => needsMessage(answer) || answer === 'shade'

type SaidToHold = {
  answer: HoldAnswer
  message?: string | undefined
  shade?: string | undefined
  callAt?: string | undefined
}

/** What an answer lacks, or says that is none of it. */
export function holdAnswerGaps({ answer, message, shade, callAt }: SaidToHold): InputError[] {
  if (needsMessage(answer) && !message) return [{ path: 'message', code: 'required' }]
  if (answer === 'shade' && !shade) return [{ path: 'shade', code: 'required' }]
  if (answer !== 'shade' && shade) return [{ path: 'shade', code: 'not_asked' }]
  return answer !== 'call_me' && callAt ? [{ path: 'callAt', code: 'not_asked' }] : []
}

export const canReportProblem = ({ status }: Pick<Case, 'status'>) => status !== 'cancelled'

/** What has not left the laboratory is put right there. */
export const hasLeftLaboratory = ({ status }: Pick<Case, 'status'>) =>
  status === 'shipped' || status === 'delivered' || status === 'invoiced'

/** Once; a remake that fails is made again in its turn. */
export const canAskRemake = (shown: Pick<Case, 'status' | 'remake'>) =>
  hasLeftLaboratory(shown) && shown.remake === null

/** Begun or not: it has neither left nor been called off, and can still be hastened, or be made otherwise. */
export const isAtLaboratory = (shown: Pick<Case, 'status'>) =>
  statusesOfTab.in_progress.includes(shown.status) && shown.status !== 'shipped'

/** What is to be made can be said otherwise without asking. */
export const isNotBegun = ({ status, held_from = null }: { status: CaseStatus; held_from?: CaseStatus | null }) =>
  ['registered', 'in_preparation'].includes(held_from ?? status)

/** Its impression goes to the laboratory in a bag, or has just gone; also while something is asked before it is begun. */
export const isCollected = ({ printType, status, pickup }: Pick<Case, 'printType' | 'status' | 'pickup'>) =>
  printType === 'physical' && (status === 'registered' || (status === 'on_hold' && pickup !== null))

/** Dates can change until it is there. */
export const canMoveDates = ({ status }: Pick<Case, 'status'>) => statusesOfTab.in_progress.includes(status)

/** A laboratory that cannot keep its day, or a work that comes after its patient: there is something to be done about it. */
export const isTooLate = (shown: Coming, appointmentDay: Day | null, today: Day): boolean =>
  (daysBeforeAppointment(shown, appointmentDay, today) ?? 0) < 0

/** What the laboratory has not answered by then was settled on the telephone, or asked nothing. */
export const answerableDays = 14
