import { createContext, type ReactNode, use } from 'react'
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
import { serverNow } from './clock.ts'
import { useLanguage } from './text.tsx'

const TimeZone = createContext('Europe/Paris')

/** Days and hours on the screens are the laboratory's, wherever the reader is. */
export function TimeZoneProvider({ zone, children }: { zone: string; children: ReactNode }) {
  return <TimeZone value={zone}>{children}</TimeZone>
}

/** Dates and amounts in the reader's language and the laboratory's time zone. */
export function useFormat() {
  const language = useLanguage()
  const zone = use(TimeZone)
  const today = () => dayInZone(new Date(serverNow()), zone)
  const nearDay = (day: Day) => formatNearDay(day, language, today())
  return {
    zone,
    /** The laboratory's today. */
    today,
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
