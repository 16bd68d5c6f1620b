import type { DeliveryCalendar } from '#features/catalogue/contract.ts'
import { type Day, daysBetween, weekday } from '#kit/day.ts'
import type { useFormat } from '#kit/web/format.tsx'
import type { DeliveryPromise } from '../contract.ts'
import type { OrderingText } from '../text/new-case-en.ts'
import type { Entry } from './entry.ts'

type Format = Pick<ReturnType<typeof useFormat>, 'day'>
type Words = OrderingText['promise']

export type Verdict = { words: string; tone: 'ok' | 'warn' | 'late'; advice?: string | undefined }

/** Which words stand where no day is promised yet. */
export const withoutPromise = ({ products, printType }: Pick<Entry, 'products' | 'printType'>) =>
  products.length === 0 ? 'noWork' : printType ? 'never' : 'noImpression'

/** What the promise means for the patient, or for the wished day; undefined where neither is known. */
export function verdictWords(
  promise: DeliveryPromise,
  wishedOn: Day | undefined,
  bufferDays: number,
  t: Words,
): Verdict | undefined {
  const { deliveryDate, appointmentDate, verdict, days } = promise
  if (appointmentDate) {
    const before = daysBetween(deliveryDate, appointmentDate)
    if (before < 0) return { words: t.tooLateForAppointment(-before), tone: 'late' }
    const ready = before === 0 ? t.onTheDay : t.ready(before)
    const past = wishedOn ? daysBetween(wishedOn, deliveryDate) : 0
    // In time for the patient, but later than wished.
    if (past > 0 && verdict !== 'late') return { words: `${ready}, ${t.afterWished(past)}`, tone: 'warn' }
    const words = past > 0 ? `${ready}, ${t.afterWished(past)}` : ready
    return verdict === 'late' ? { words, tone: 'warn', advice: t.tooTight(bufferDays) } : { words, tone: 'ok' }
  }
  if (!wishedOn) return undefined
  if (verdict === 'late') return { words: t.afterWished(days), tone: 'late' }
  return verdict === 'ahead' ? { words: t.beforeWished(days), tone: 'ok' } : { words: t.onWished, tone: 'ok' }
}

/** An appointment on a day without patients may be a typing error, or an exception. */
export function closedWords(
  appointmentOn: Day | undefined,
  { openingDays }: Pick<DeliveryCalendar, 'openingDays'>,
  t: OrderingText['dates'],
  format: Format,
): string | undefined {
  if (!appointmentOn || openingDays.includes(weekday(appointmentOn))) return undefined
  return t.closed(format.day(appointmentOn, 'weekday'))
}

/** Why the wished day should change; undefined where another day would not help. */
export function wishWords(
  { lateByWish, appointmentDate }: Pick<DeliveryPromise, 'lateByWish' | 'appointmentDate'>,
  wishedOn: Day | undefined,
  t: Words,
): string | undefined {
  if (!lateByWish || !wishedOn || !appointmentDate) return undefined
  return wishedOn > appointmentDate ? t.wishedAfter : t.wishedTooClose
}
