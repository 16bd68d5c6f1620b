import type { Language } from './language.ts'

/**
 * A calendar day, `YYYY-MM-DD`: the same everywhere, with no hour and no zone. Arithmetic goes through days since 1970
 * in UTC, where every day has 24 hours, so that summer time cannot swallow or repeat one.
 */
export type Day = string

const millisecondsADay = 86_400_000

const serial = (day: Day) => Date.parse(`${day}T00:00:00Z`) / millisecondsADay

/** A day that exists, in the years that calendars and PostgreSQL agree about: no 31 February, no year 0. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text < '0001-01-01') return false
  const at = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

export const addDays = (day: Day, days: number): Day =>
  new Date((serial(day) + days) * millisecondsADay).toISOString().slice(0, 10)

/** Positive when `to` comes after `from`. */
export const daysBetween = (from: Day, to: Day): number => serial(to) - serial(from)

/** 1 is Monday, 7 is Sunday (ISO 8601). */
export const weekday = (day: Day): number => ((((serial(day) + 3) % 7) + 7) % 7) + 1

export const isWeekend = (day: Day): boolean => weekday(day) > 5

/** `days` working days later (earlier when negative); from a weekend, counting begins on the nearest working day. */
export function addWorkingDays(day: Day, days: number): Day {
  const step = days < 0 ? -1 : 1
  let reached = day
  while (isWeekend(reached)) reached = addDays(reached, step)
  for (let left = Math.abs(days); left > 0; left--) {
    do reached = addDays(reached, step)
    while (isWeekend(reached))
  }
  return reached
}

/** British rather than American English: the day before the month, 24 hours. */
const locales: Record<Language, string> = { fr: 'fr-FR', en: 'en-GB' }

const formats = new Map<string, Intl.DateTimeFormat>()

/** Making a format costs far more than using it, and a list uses the same few for every row. */
function format(locale: string, zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${zone} ${JSON.stringify(options)}`
  let made = formats.get(key)
  if (!made) {
    made = new Intl.DateTimeFormat(locale, { ...options, timeZone: zone })
    formats.set(key, made)
  }
  return made
}

/** The calendar day it is in a time zone at an instant. */
export function dayInZone(instant: Date | string, zone: string): Day {
  const parts = format('en-CA', zone, { year: 'numeric', month: '2-digit', day: '2-digit' }).formatToParts(
    new Date(instant),
  )
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find(found => found.type === type)?.value ?? ''
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`
}

/** Hours and minutes since midnight on the wall clock of a zone. */
function clock(instant: Date, zone: string): number {
  const parts = format('en-GB', zone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).formatToParts(instant)
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find(found => found.type === type)?.value)
  return part('hour') * 60 + part('minute')
}

/** The instant at which a zone's clocks show this day and time (`HH:MM`). */
export function instantInZone(day: Day, time: string, zone: string): Date {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const wanted = hours * 60 + minutes
  let instant = Date.parse(`${day}T00:00:00Z`) + wanted * 60_000
  // Twice, because the first correction may cross a change between summer and winter time.
  for (let pass = 0; pass < 2; pass++) {
    const shown = new Date(instant)
    const ahead = daysBetween(day, dayInZone(shown, zone)) * 1440 + clock(shown, zone) - wanted
    instant -= ahead * 60_000
  }
  return new Date(instant)
}

const looks = {
  /** "mar. 1 déc." */
  short: { weekday: 'short', day: 'numeric', month: 'short' },
  /** "1 déc. 2026" */
  year: { day: 'numeric', month: 'short', year: 'numeric' },
  /** "mardi 1 décembre 2026" */
  long: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>
export type DayLook = keyof typeof looks

export const formatDay = (day: Day, language: Language, look: DayLook = 'short'): string =>
  format(locales[language], 'UTC', looks[look]).format(new Date(`${day}T00:00:00Z`))

/** "mar. 1 déc.", or "1 déc. 2025" where the year is not the one everybody thinks of. */
export const formatNearDay = (day: Day, language: Language, today: Day): string =>
  formatDay(day, language, Math.abs(daysBetween(today, day)) > 180 ? 'year' : 'short')

/** "09:30" on the wall clock of the zone. */
export const formatTime = (instant: Date | string, language: Language, zone: string): string =>
  format(locales[language], zone, { hour: '2-digit', minute: '2-digit' }).format(new Date(instant))

/** "dans 10 jours", "hier"; "in 10 days", "yesterday". */
export const formatDaysFromNow = (days: number, language: Language): string =>
  new Intl.RelativeTimeFormat(locales[language], { numeric: 'auto' }).format(days, 'day')
