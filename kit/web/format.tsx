import { createContext, type ReactNode, use } from 'react'
import { type Day, type DayLook, dayInZone, formatDay, formatDaysFromNow, formatNearDay, formatTime } from '#kit/day.ts'
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
  return {
    zone,
    /** The laboratory's today. */
    today: () => dayInZone(new Date(serverNow()), zone),
    dayOf: (instant: string) => dayInZone(instant, zone),
    day: (day: Day, look?: DayLook) => formatDay(day, language, look),
    nearDay: (day: Day) => formatNearDay(day, language, dayInZone(new Date(serverNow()), zone)),
    /** "mer. 25 nov. 14:00" */
    dayTime: (instant: string, look?: DayLook) =>
      `${formatDay(dayInZone(instant, zone), language, look)} ${formatTime(instant, language, zone)}`,
    time: (instant: string) => formatTime(instant, language, zone),
    daysFromNow: (days: number) => formatDaysFromNow(days, language),
    money: (cents: number) => formatMoney(cents, language),
  }
}
