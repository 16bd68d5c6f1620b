import { type Day, daysBetween } from '#kit/day.ts'
import type { useFormat } from '#kit/web/format.tsx'
import type { Case, CaseRow } from '../contract.ts'
import { daysBeforeAppointment, isArrivalUnconfirmed, isTooLate, isWithin24Hours } from '../rules.ts'
import type { CasesText } from '../text/en.ts'

type Format = ReturnType<typeof useFormat>

/** A cell's words: the fact (absent when unknown), then what it means for the practice. */
export type Words = { fact?: string; meaning?: string; tone?: 'ok' | 'warn' | 'late' }

export function deliveryWords(row: CaseRow, t: CasesText, format: Format): Words {
  return row.status === 'on_hold' ? holdWords(row, t, format) : comingWords(row, t, format)
}

function comingWords(row: CaseRow, t: CasesText, format: Format): Words {
  const { status, delivery, deliveryDate, arrivedOn, delayDays, tracking } = row
  const day = arrivedOn ?? deliveryDate
  const fact = day ? { fact: format.nearDay(day) } : {}
  if (delivery === null) {
    if (status === 'cancelled' || !day) return {}
    return { ...fact, meaning: delayDays > 0 ? t.delivery.arrivedLate(delayDays) : t.delivery.delivered }
  }
  const { display } = delivery
  const later = laterWords(delivery, t, format)
  const parcel = status === 'shipped' && tracking && [tracking.carrier, tracking.number].filter(Boolean).join(' ')
  if (later?.tone) return { fact: lateFact(row, delivery, t, format), ...later, meaning: dotted(later.meaning, parcel) }
  if (isArrivalUnconfirmed(row, format.today())) return { ...fact, meaning: dotted(t.delivery.unconfirmed, parcel) }
  const dueDay = display === 'today' ? { fact: t.delivery.today } : fact
  if (display === 'estimated' && !deliveryDate) return { ...fact, meaning: t.delivery.undated }
  // The reason for the delay takes precedence over the carrier.
  const besides = later?.meaning ?? parcel
  const certainty = display === 'today' && besides ? '' : certaintyOf(delivery, t)
  return { ...dueDay, meaning: dotted(certainty, besides) }
}

const dotted = (...words: (string | false | null | undefined)[]) => words.filter(Boolean).join(' · ')

/** A computed day never looks like a promised one. */
const certaintyOf = ({ display, unconfirmed }: Coming, t: CasesText) =>
  display === 'estimated' || unconfirmed ? t.delivery.estimated : t.delivery.planned

type Coming = NonNullable<CaseRow['delivery']>
export type WithArrival = Pick<CaseRow, 'delivery' | 'deliveryDate' | 'appointmentDate'>

/** For a late case: the new arrival, and whether the patient comes before it. */
function lateFact(row: WithArrival, delivery: Coming, t: CasesText, format: Format, isOnItsDay = false): string {
  const { display, newDate } = delivery
  const when = newDate
    ? format.day(newDate, 'date')
    : t.delivery[display === 'today' ? 'today' : 'within24Hours'].toLowerCase()
  const patient = row.appointmentDate && format.dayOf(row.appointmentDate)
  return t.delivery.delayed(isOnItsDay ? undefined : when, isTooLate(row, patient, format.today()))
}

/** Why it comes later than promised, and who caused that; undefined when it does not. */
function laterWords(delivery: CaseRow['delivery'], t: CasesText, format: Format): Omit<Words, 'fact'> | undefined {
  const moved = delivery?.moved && t.delivery.moved[delivery.moved]
  if (!delivery?.firstDate) return moved ? { meaning: moved } : undefined
  const { firstDate, putOffTo } = delivery
  const meaning =
    putOffTo && moved
      ? t.delivery.delayedThenMoved(format.day(putOffTo, 'date'), moved)
      : t.delivery.first(format.day(firstDate, 'date'))
  return { meaning, tone: 'late' }
}

/**
 * Beside a case in the planning: the new arrival and who caused the delay. `on` is the delivery day under which it is
 * listed, which then needs no words.
 */
export function plannedWords(row: WithArrival, on: Day | undefined, t: CasesText, format: Format): Words {
  const { delivery } = row
  const later = laterWords(delivery, t, format)
  if (!delivery || !later) return {}
  if (!later.tone) return later
  const { display, newDate } = delivery
  const isElsewhere = display === 'delayed' && (on === undefined || newDate !== on)
  return { fact: lateFact(row, delivery, t, format, !isElsewhere), ...later }
}

/** The question replaces the meaning of the day, so a moved day carries its cause in the fact. */
function holdWords(row: CaseRow, t: CasesText, format: Format): Words {
  const { fact } = comingWords(row, t, format)
  const { hold, delivery } = row
  const why = delivery?.moved && laterWords(delivery, t, format)?.meaning
  const isOnlyADay = delivery?.display === 'planned' || delivery?.display === 'estimated'
  const more = [isOnlyADay ? certaintyOf(delivery, t) : '', why ?? ''].filter(Boolean)
  const when = fact && { fact: more.reduce(t.delivery.dayAnd, fact) }
  if (hold?.answer) return { ...when, meaning: t.answered }
  return { ...when, meaning: hold?.question ? t.asking : t.hold[hold?.reason ?? 'other'], tone: 'warn' }
}

export type WithAppointment = Pick<CaseRow, 'status' | 'delivery' | 'deliveryDate' | 'appointmentDate'> &
  Partial<Pick<Case, 'isDayLost'>>

export function appointmentWords(row: WithAppointment, t: CasesText, format: Format): Words {
  if (!row.appointmentDate) return {}
  const fact = format.dayTime(row.appointmentDate)
  const day = format.dayOf(row.appointmentDate)
  const today = format.today()
  const days = daysBeforeAppointment(row, day, today)
  // No statement when unknown: a case on hold may be ready any time from its day on; a missed one may not come tomorrow if
  // all are closed; nor one whose impression leaves too late for its day.
  const isOpen =
    days === null || (row.isDayLost ? days >= 0 : days > 0 && (row.status === 'on_hold' || isWithin24Hours(row)))
  if (isOpen) return day < today ? { fact } : { fact, meaning: format.daysFromNow(daysBetween(today, day)) }
  if (days > 0) return { fact, meaning: t.appointment.ready(days), tone: 'ok' }
  if (days === 0) return { fact, meaning: t.appointment.sameDay, tone: 'warn' }
  return { fact, meaning: t.appointment.tooLate(-days), tone: 'late' }
}
