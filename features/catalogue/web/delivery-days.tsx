import { useQuery } from '@tanstack/react-query'
import type { Day } from '#kit/day.ts'
import { useText } from '#kit/web/text.tsx'
import { DatePanel } from '#kit/web/ui/date-panel.tsx'
import type { DatePanelProps, DayMark } from '#kit/web/ui/day-mark.ts'
import type { DeliveryCalendar } from '../contract.ts'
import { appointmentMark, deliveryMark } from './day-marks.ts'
import { daysText } from './days-text.ts'
import { catalogue } from './queries.ts'

export type PracticeDaysProps = DatePanelProps & {
  of: 'appointment' | 'delivery'
  /** The day promised at present. */
  promised?: Day | undefined
  /** The first day that would do. */
  earliest?: Day | undefined
  /** The assumed delivery day: an appointment before it comes too early for the work. */
  coming?: Day | undefined
}

/** The practice's own calendar: appointments, deliveries, and the promised day. */
export function PracticeDays({ of, promised, earliest, coming, ...panel }: PracticeDaysProps) {
  const t = useText(daysText)
  const { data } = useQuery({ ...catalogue(), throwOnError: false })
  // If the calendar cannot be loaded, days are shown without marks.
  const calendar = data?.calendar
  const found = (day: Day): DayMark | undefined => {
    if (day === promised) return { words: t.promised, look: 'ok' }
    if (day === earliest && of === 'appointment') return { words: t.earliest, look: 'ok' }
    if (coming && day < coming && day >= panel.today && of === 'appointment') return { words: t.tooEarly, look: 'warn' }
    return calendar && (of === 'appointment' ? appointmentMark : deliveryMark)(day, calendar, t)
  }
  return <DatePanel {...panel} marks={found} />
}

export type DeliveryDaysProps = DatePanelProps & {
  calendar: DeliveryCalendar | undefined
  /** The number of cases promised for each day. */
  load: readonly { day: Day; cases: number }[] | undefined
  proposed: Day | undefined
  /** Days without capacity for this case, where the laboratory limits it. */
  full?: ReadonlySet<Day> | undefined
}

/** Days that the laboratory may promise: with reasons against them, the load of each, and the proposed day. */
export function DeliveryDays({ calendar, load, proposed, full, ...panel }: DeliveryDaysProps) {
  const t = useText(daysText)
  function markOf(day: Day): DayMark | undefined {
    const against = calendar && deliveryMark(day, calendar, t)
    const cases = load?.find(one => one.day === day)?.cases ?? 0
    const isFull = full?.has(day) ?? false
    const first = day === proposed ? t.proposed : (against?.words ?? (isFull ? t.full : undefined))
    const count = cases > 0 ? t.load(cases) : undefined
    const words = first && count ? t.both(first, count) : (first ?? count)
    if (!words) return undefined
    const look = day === proposed ? 'ok' : (against?.look ?? (isFull ? 'warn' : 'note'))
    return { words, look, note: cases > 0 ? String(cases) : undefined }
  }
  return <DatePanel {...panel} marks={markOf} />
}
