import { addDays, daysBetween } from '#kit/day.ts'
import type { useFormat } from '#kit/web/format.tsx'
import type { CaseRow } from '../contract.ts'
import { daysBeforeAppointment } from '../rules.ts'
import type { CasesText } from '../text/en.ts'

type Format = ReturnType<typeof useFormat>

/** What a cell says: the fact (none where it is not known), then what it means for the practice. */
export type Words = { fact?: string; meaning?: string; tone?: 'ok' | 'warn' | 'late' }

export function deliveryWords(row: CaseRow, t: CasesText, format: Format): Words {
  const { status, delivery, deliveryDate, delayDays, tracking } = row
  const fact = deliveryDate ? { fact: format.nearDay(deliveryDate) } : {}
  if (status === 'on_hold') return holdWords(row, t, format)
  if (delivery === null) {
    if (status === 'cancelled' || !deliveryDate) return {}
    return { ...fact, meaning: delayDays > 0 ? t.delivery.arrivedLate(delayDays) : t.delivery.delivered }
  }
  const delayed = (day: string) =>
    ({ meaning: t.delivery.delayed(format.day(addDays(day, -delayDays), 'date')), tone: 'late' }) as const
  switch (delivery.display) {
    case 'delayed':
      if (delivery.newDate) return { fact: format.nearDay(delivery.newDate), ...delayed(delivery.newDate) }
      return { fact: t.delivery.within24Hours, ...delayed(format.today()) }
    case 'today':
      if (delayDays > 0) return { fact: t.delivery.today, ...delayed(format.today()) }
      return { fact: t.delivery.today, meaning: tracking?.carrier ?? t.delivery.planned }
    case 'planned':
      return { ...fact, meaning: (status === 'shipped' && tracking?.carrier) || t.delivery.planned }
    case 'estimated':
      return { ...fact, meaning: deliveryDate ? t.delivery.estimated : t.delivery.undated }
  }
}

/** A promise that has gone by means nothing while the laboratory waits for an answer. */
function holdWords({ deliveryDate, hold }: CaseRow, t: CasesText, format: Format): Words {
  const fact = deliveryDate && deliveryDate >= format.today() ? { fact: format.nearDay(deliveryDate) } : {}
  if (hold?.answer) return { ...fact, meaning: t.answered }
  return { ...fact, meaning: hold?.question ? t.asking : t.hold[hold?.reason ?? 'other'], tone: 'warn' }
}

export function appointmentWords(row: CaseRow, t: CasesText, format: Format): Words {
  if (!row.appointmentDate) return {}
  const fact = format.dayTime(row.appointmentDate)
  const day = format.dayOf(row.appointmentDate)
  const today = format.today()
  // Nobody knows when a case on hold will be ready.
  const days = row.status === 'on_hold' ? null : daysBeforeAppointment(row, day, today)
  if (days === null) return day < today ? { fact } : { fact, meaning: format.daysFromNow(daysBetween(today, day)) }
  if (days > 0) return { fact, meaning: t.appointment.ready(days), tone: 'ok' }
  if (days === 0) return { fact, meaning: t.appointment.sameDay, tone: 'warn' }
  return { fact, meaning: t.appointment.tooLate(-days), tone: 'late' }
}
