import { daysBetween } from '#kit/day.ts'
import type { useFormat } from '#kit/web/format.tsx'
import { hasArrived } from '../rules.ts'
import type { Place, StaffCaseRow } from '../staff-contract.ts'
import type { StaffCasesText } from '../text/staff-en.ts'
import type { Words } from './case-words.ts'

type Format = ReturnType<typeof useFormat>
const left = ['shipped', 'delivered', 'invoiced', 'cancelled'] as const
const hasLeft = ({ status }: Pick<StaffCaseRow, 'status'>) => left.some(one => one === status)

const warned = { tone: 'warn' } as const

/**
 * The day of arrival at the practice, as the practice reads it, and how certain it is; for a case on its way, since when it
 * is, and for one that arrived, when it did.
 */
export function arrivingWords(row: StaffCaseRow, t: StaffCasesText, format: Format): Words {
  const { deliveryDate, leftOn, arrivedOn, delivery, status, held } = row
  const isOnItsWay = status === 'shipped'
  const day = arrivedOn ?? (isOnItsWay ? deliveryDate : (leftOn ?? deliveryDate))
  const fact = day ? { fact: format.nearDay(day) } : {}
  const today = format.today()
  if (held) {
    const days = daysBetween(format.dayOf(held.at), today)
    return { ...fact, meaning: t.delivery.heldSince(days), tone: 'warn' }
  }
  if (status === 'cancelled') return fact
  // The day of arrival may be unknown while the day of leaving is known.
  if (day && hasArrived(row) && (arrivedOn || !leftOn)) return { ...fact, meaning: t.delivery.delivered }
  if (isOnItsWay) {
    const isOver = day !== null && day < today
    return { ...fact, meaning: t.delivery.onItsWay(leftOn && format.nearDay(leftOn), isOver), ...(isOver && warned) }
  }
  if (day && hasLeft(row)) return { ...fact, meaning: t.delivery.left }
  if (!deliveryDate) return { meaning: t.delivery.none }
  if (deliveryDate < today) return { ...fact, meaning: t.delivery.late(daysBetween(deliveryDate, today)), tone: 'late' }
  if (deliveryDate === today) return { ...fact, meaning: t.delivery.today, tone: 'warn' }
  if (delivery?.moved)
    return { ...fact, meaning: delivery.moved === 'days' ? t.delivery.movedForDays : t.delivery.moved }
  return { ...fact, meaning: delivery?.display === 'estimated' ? t.delivery.computed : t.delivery.confirmed }
}

/** The place where it is currently worked on, and since when. */
export const placeWords = ({ name, since }: Place, t: StaffCasesText, format: Format): string =>
  t.list.place(name, format.dayOf(since) === format.today() ? format.time(since) : format.dayTime(since))

/** When the patient comes, and whether the work arrives before. */
export function comingWords(
  row: Pick<StaffCaseRow, 'appointmentDate' | 'deliveryDate' | 'status'>,
  t: StaffCasesText,
  format: Format,
): Words {
  const { appointmentDate, deliveryDate } = row
  if (!appointmentDate) return {}
  const fact = format.dayTime(appointmentDate)
  if (!deliveryDate || hasLeft(row)) return { fact }
  const today = format.today()
  const days = daysBetween(today, format.dayOf(appointmentDate)) - Math.max(0, daysBetween(today, deliveryDate))
  // Its day has passed and it is still here: the appointment comes next.
  if (days > 0 && deliveryDate < today) return { fact, meaning: t.delivery.stillHere(days), tone: 'late' }
  if (days > 0) return { fact, meaning: t.delivery.before(days) }
  if (days === 0) return { fact, meaning: t.delivery.sameDay, tone: 'warn' }
  return { fact, meaning: t.delivery.tooLate(-days), tone: 'late' }
}
