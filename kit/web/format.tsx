import { createContext, type ReactNode, use, useSyncExternalStore } from 'react'
import {
  type Day,
  type DayLook,
  dayInZone,
  formatDay,
  formatDays,
  formatDaysFromNow,
  formatNearDay,
  formatTime,
} from '#kit/day.ts'
import { formatMoney } from '#kit/money.ts'
import { onTime, serverNow } from './clock.ts'
import { useLanguage } from './text.tsx'

type Calendar = { zone: string; today: Day }

const Calendar = createContext<Calendar | undefined>(undefined)

/**
 * Days and hours are in the tenant's time zone, wherever the reader is. A screen open over midnight is redrawn: otherwise the
 * compiler's memoisation would keep yesterday.
 */
export function TimeZoneProvider({ zone, children }: { zone: string; children: ReactNode }) {
  const readToday = () => dayInZone(new Date(serverNow()), zone)
  const today = useSyncExternalStore(onTime, readToday, readToday)
  return <Calendar value={{ zone, today }}>{children}</Calendar>
}

/** Formats dates and amounts in the reader's language and the tenant's time zone. */
export function useFormat() {
  const language = useLanguage()
  const calendar = use(Calendar)
  if (!calendar) throw new Error('A component that shows days stands outside TimeZoneProvider.')
  const { zone, today } = calendar
  const nearDay = (day: Day) => formatNearDay(day, language, today)
  return {
    zone,
    /** Today in the tenant's time zone. */
    today: () => today,
    dayOf: (instant: string) => dayInZone(instant, zone),
    day: (day: Day, look?: DayLook) => formatDay(day, language, look),
    days: (from: Day, to: Day) => formatDays(from, to, language),
    nearDay,
    /** "mer. 25 nov. 14:00" */
    dayTime: (instant: string) => `${nearDay(dayInZone(instant, zone))} ${formatTime(instant, language, zone)}`,
    time: (instant: string) => formatTime(instant, language, zone),
    daysFromNow: (days: number) => formatDaysFromNow(days, language),
    money: (cents: number) => formatMoney(cents, language),
  }
}
