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

/** The statuses in a tab; every status belongs to exactly one of the first two. */
export const statusesOfTab: Record<CaseTab, readonly CaseStatus[]> = {
  in_progress: CaseStatus.options.filter(status => !historyStatuses.includes(status)),
  history: historyStatuses,
  all: CaseStatus.options,
}

/** Counting for the laboratory stops here: the screen says that there are more, and a search finds the rest. */
export const mostCounted = 1000

/** For readers who may not see invoices, an invoiced case stays delivered. */
export const statusFor = (status: CaseStatus, reader: { maySeeInvoices: boolean }): CaseStatus =>
  status === 'invoiced' && !reader.maySeeInvoices ? 'delivered' : status

/**
 * With several problems, the one that waits for the reader comes first: the practice reads an answer, the laboratory gives
 * one.
 */
export function problemFor(states: readonly ProblemState[], reader: { isStaff?: boolean } = {}): ProblemState | null {
  const order: readonly ProblemState[] = reader.isStaff
    ? ['open', 'answered', 'settled']
    : ['answered', 'open', 'settled']
  return order.find(state => states.includes(state)) ?? null
}

/** What each tab is opened for: what comes next, what came last, what was ordered last. */
const defaultSorts: Record<CaseTab, { by: CaseSort; order: 'ASC' | 'DESC' }> = {
  in_progress: { by: 'deliveryDate', order: 'ASC' },
  history: { by: 'deliveryDate', order: 'DESC' },
  all: { by: 'code', order: 'DESC' },
}

/** A sort key alone sorts ascending; a direction alone applies to the tab's default key. */
export function sortOf({ tab, sort_by, sort_order }: Pick<CaseQuery, 'tab' | 'sort_by' | 'sort_order'>) {
  const byDefault = defaultSorts[tab]
  return { by: sort_by ?? byDefault.by, order: sort_order ?? (sort_by ? 'ASC' : byDefault.order) } as const
}

/** The delivery as the laboratory promised it and as absences of the practice have moved it, as stored. */
export type Promised = {
  status: CaseStatus
  deliveryDate: Day | null
  /** The first promise, kept when the date moves. */
  firstDeliveryOn: Day | null
  /** False while the date is only computed. */
  isDeliveryConfirmed: boolean
  /** The laboratory's day, while absences hold the delivery on a later one. */
  movedFromOn: Day | null
  /** The practice no longer takes deliveries on the weekday of `movedFromOn`. */
  isMovedForDays?: boolean | undefined
  /** The day to which absences had moved it when the laboratory set another one: nothing up to it is late. */
  excusedOn: Day | null
}

type Dated = Promised & { deliveryDate: Day; firstDeliveryOn: Day }
const isDated = (promised: Promised): promised is Dated =>
  promised.deliveryDate !== null && promised.firstDeliveryOn !== null

/** Absences neither make a delivery late nor a late one punctual: the laboratory is measured by its own days. */
const owedOn = ({ firstDeliveryOn, excusedOn }: Dated): Day =>
  excusedOn !== null && excusedOn > firstDeliveryOn ? excusedOn : firstDeliveryOn
const putOffDays = (promised: Dated): number =>
  Math.max(0, daysBetween(owedOn(promised), promised.movedFromOn ?? promised.deliveryDate))
/** Only for cases in progress. */
export const hasMissedItsDay = ({ status, deliveryDate }: Pick<Dated, 'status' | 'deliveryDate'>, today: Day) =>
  deliveryDate < today && status !== 'shipped'

/** The first that applies of today, delayed, estimated, planned. `today` is in the laboratory's time zone. */
export function deliveryOf(promised: Promised, today: Day, reader: { maySeeAbsences: boolean }): Delivery {
  if (historyStatuses.includes(promised.status)) return null
  if (!isDated(promised)) return { display: 'estimated' }
  const { deliveryDate, firstDeliveryOn, isDeliveryConfirmed, movedFromOn } = promised
  const isPutOff = putOffDays(promised) > 0
  const isMoved = movedFromOn !== null || (!isPutOff && deliveryDate > firstDeliveryOn)
  const why = promised.isMovedForDays ? 'days' : reader.maySeeAbsences ? 'absence' : 'other'
  const moved = isMoved ? ({ moved: why } as const) : {}
  // A new day that has itself passed tells nothing, so only "within 24 h" is left to say. The specification wants this for a
  // merely computed day too: the practice has planned with it, and a delay shows either a new day or that.
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
  // A shipped case past its day has most likely come, although nobody has confirmed it.
  return { display: isDeliveryConfirmed && deliveryDate > today ? 'planned' : 'estimated', ...moved }
}

/**
 * Days from the promise to the laboratory's day, or to today once the delivery day has passed. An arrival before that day
 * reduces the delay; one recorded after it may have happened on that day.
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

/** Shipped, its day has passed, and nobody has confirmed the arrival. */
export const isArrivalUnconfirmed = (
  { status, deliveryDate, delivery }: Pick<CaseRow, 'status' | 'deliveryDate' | 'delivery'>,
  today: Day,
): boolean => status === 'shipped' && delivery?.display === 'estimated' && deliveryDate !== null && deliveryDate < today

type Coming = { deliveryDate: Day | null; delivery: Delivery; status?: CaseRow['status'] | undefined }

/** Days between the work's arrival at the practice and the patient's appointment; negative when it comes too late. */
export function daysBeforeAppointment(shown: Coming, appointmentDay: Day | null, today: Day): number | null {
  if (shown.delivery === null || shown.deliveryDate === null || appointmentDay === null) return null
  const days = daysBetween(comingOn(shown.deliveryDate, isWithin24Hours(shown), today), appointmentDay)
  // A shipped case may arrive before its day: no patient is rebooked for what may come tomorrow.
  return days < 0 && shown.status === 'shipped' && appointmentDay > today ? null : days
}

/** Late, without a new day. */
export const isWithin24Hours = ({ delivery }: { delivery: Delivery }) =>
  delivery?.display === 'delayed' && delivery.newDate === undefined

/** The day to expect a case (`comingOn`); undefined when no day is known. */
export const comingDay = (
  { delivery, deliveryDate }: { deliveryDate: Day | null; delivery: Delivery },
  today: Day,
): Day | undefined => (deliveryDate ? comingOn(deliveryDate, isWithin24Hours({ delivery }), today) : undefined)

/** The day to expect a delivery: a missed day is replaced by tomorrow, the first day that may bring it. */
export const comingOn = (deliveryDate: Day, isMissed: boolean, today: Day): Day =>
  isMissed ? addDays(today, 1) : deliveryDate

/** Only while the laboratory has not begun. */
export const canCancel = ({ status }: Pick<Case, 'status'>) => status === 'registered'

/** A shipped case may have come: the driver confirms it, or the practice. */
export const canReceive = ({ status }: Pick<CaseRow, 'status'>) => status === 'shipped'

export const hasArrived = ({ status }: Pick<CaseRow, 'status'>) => status === 'delivered' || status === 'invoiced'

/** While a question is open and nobody has answered it. */
export const canAnswerHold = ({ status, hold }: Pick<Case, 'status' | 'hold'>) =>
  status === 'on_hold' && hold !== null && hold.answer === undefined

/** The one answer that requires a message. */
export const needsMessage = (answer: HoldAnswer) => answer === 'in_writing'

/** Answers that need input, which a menu has no room for. */
export const needsMore = (answer: HoldAnswer) => needsMessage(answer) || answer === 'shade'

type SaidToHold = {
  answer: HoldAnswer
  message?: string | undefined
  shade?: string | undefined
  caseSequence?: number | undefined
  callAt?: string | undefined
}

/** Input errors: what an answer lacks, and fields that do not belong to it. */
export function holdAnswerGaps({ answer, message, shade, caseSequence, callAt }: SaidToHold): InputError[] {
  if (needsMessage(answer) && !message) return [{ path: 'message', code: 'required' }]
  if (answer === 'shade' && !shade) return [{ path: 'shade', code: 'required' }]
  if (answer !== 'shade' && shade) return [{ path: 'shade', code: 'not_asked' }]
  if (answer !== 'shade' && caseSequence !== undefined) return [{ path: 'caseSequence', code: 'not_asked' }]
  return answer !== 'call_me' && callAt ? [{ path: 'callAt', code: 'not_asked' }] : []
}

export const canReportProblem = ({ status }: Pick<Case, 'status'>) => status !== 'cancelled'

/** A case that has not left the laboratory is put right there. */
export const hasLeftLaboratory = ({ status }: Pick<Case, 'status'>) =>
  status === 'shipped' || status === 'delivered' || status === 'invoiced'

/** Once per case; a failed remake is remade in its turn. */
export const canAskRemake = (shown: Pick<Case, 'status' | 'remake'>) =>
  hasLeftLaboratory(shown) && shown.remake === null

/** Begun or not: it has neither left nor been cancelled, so it can still be hastened or changed. */
export const isAtLaboratory = (shown: Pick<Case, 'status'>) =>
  statusesOfTab.in_progress.includes(shown.status) && shown.status !== 'shipped'

/** Until the work is begun, the practice may change it without asking. */
export const isNotBegun = ({ status, held_from = null }: { status: CaseStatus; held_from?: CaseStatus | null }) =>
  ['registered', 'in_preparation'].includes(held_from ?? status)

/** Its impression travels to the laboratory in a pickup; also while a question holds the case before it is begun. */
export const isCollected = ({ printType, status, pickup }: Pick<Case, 'printType' | 'status' | 'pickup'>) =>
  printType === 'physical' && (status === 'registered' || (status === 'on_hold' && pickup !== null))

/** Dates can change until the case has arrived. */
export const canMoveDates = ({ status }: Pick<Case, 'status'>) => statusesOfTab.in_progress.includes(status)

/** The laboratory misses its day, or the work comes after its patient, so something must be done about it. */
export const isTooLate = (shown: Coming, appointmentDay: Day | null, today: Day): boolean =>
  (daysBeforeAppointment(shown, appointmentDay, today) ?? 0) < 0

/**
 * Days after which the laboratory's missing answer no longer counts: it was settled on the telephone, or the message asked
 * nothing.
 */
export const answerableDays = 14
