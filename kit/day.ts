import type { Language } from './language.ts'

// In a file of its own: every page reads addresses, while the rest of this file is for screens behind the sign-in.
export { isDay } from './is-day.ts'

/**
 * A calendar day, `YYYY-MM-DD`, with no hour and no zone. Arithmetic goes through days since 1970 in UTC, where every day has 24
 * hours, so that summer time cannot swallow or repeat one.
 */
export type Day = string

const millisecondsADay = 86_400_000

const serial = (day: Day) => Date.parse(`${day}T00:00:00Z`) / millisecondsADay
const dayOf = (serial: number): Day => new Date(serial * millisecondsADay).toISOString().slice(0, 10)
/** 1970 began on a Thursday. */
const weekdayOf = (serial: number) => ((((serial + 3) % 7) + 7) % 7) + 1

export const addDays = (day: Day, days: number): Day => dayOf(serial(day) + days)

/** Positive when `to` is after `from`. */
export const daysBetween = (from: Day, to: Day): number => serial(to) - serial(from)

/** 1 is Monday, 7 is Sunday (ISO 8601). */
export const weekday = (day: Day): number => weekdayOf(serial(day))

const looks = {
  /** "mar. 1er déc." */
  short: { weekday: 'short', day: 'numeric', month: 'short' },
  /** "1er déc." */
  date: { day: 'numeric', month: 'short' },
  /** "1er déc. 2026" */
  year: { day: 'numeric', month: 'short', year: 'numeric' },
  /** "mardi 1er décembre 2026" */
  long: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  /** "mardi" */
  weekday: { weekday: 'long' },
  time: { hour: '2-digit', minute: '2-digit' },
  /** "2026-12-01 09:30", the Swedish format. */
  wallClock: { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>
export type DayLook = 'short' | 'date' | 'year' | 'long' | 'weekday'

/** British rather than American English: the day before the month, 24 hours. */
export const locales = { fr: 'fr-FR', en: 'en-GB', wallClock: 'sv-SE' } as const

const formats = new Map<string, Intl.DateTimeFormat>()

/** Formats are cached: making one costs far more than using it, and a list uses the same few for every row. */
function format(locale: keyof typeof locales, zone: string, look: keyof typeof looks): Intl.DateTimeFormat {
  const key = `${locale} ${zone} ${look}`
  let made = formats.get(key)
  if (!made) {
    made = new Intl.DateTimeFormat(locales[locale], { ...looks[look], timeZone: zone })
    formats.set(key, made)
  }
  return made
}

const wallClock = (instant: Date, zone: string) => format('wallClock', zone, 'wallClock').format(instant)

/** The calendar day in a time zone at an instant. */
export const dayInZone = (instant: Date | string, zone: string): Day => wallClock(new Date(instant), zone).slice(0, 10)

/** The instant at which a zone's clocks show this day and time (`HH:MM`). */
export function instantInZone(day: Day, time: string, zone: string): Date {
  const wanted = Date.parse(`${day}T${time}:00Z`)
  let instant = wanted
  // Twice, because the first correction may cross a change between summer and winter time.
  for (let pass = 0; pass < 2; pass++) {
    instant += wanted - Date.parse(`${wallClock(new Date(instant), zone).replace(' ', 'T')}:00Z`)
  }
  return new Date(instant)
}

/** French counts the first of the month: "1er déc.". In these formats a lone 1 is always a day. */
const firstCounted = (words: string, language: Language) =>
  language === 'fr' ? words.replace(/(?<!\d)1(?!\d)/g, '1er') : words

export const formatDay = (day: Day, language: Language, look: DayLook = 'short'): string =>
  firstCounted(format(language, 'UTC', look).format(new Date(`${day}T00:00:00Z`)), language)

/** "mar. 1er déc.", or "1er déc. 2025" when more than half a year away and the year needs saying. */
export const formatNearDay = (day: Day, language: Language, today: Day): string =>
  formatDay(day, language, Math.abs(daysBetween(today, day)) > 180 ? 'year' : 'short')

/** Ends a sentence that may end with a day: abbreviated French months bring their own full stop, and one is enough. */
export const asSentence = (words: string): string => (words.endsWith('.') ? words : `${words}.`)

/** "23–27 nov."; "30 nov. – 4 déc." */
export const formatDays = (from: Day, to: Day, language: Language): string =>
  firstCounted(
    format(language, 'UTC', 'date').formatRange(new Date(`${from}T00:00:00Z`), new Date(`${to}T00:00:00Z`)),
    language,
  )

/** "09:30" on the wall clock of the zone. */
export const formatTime = (instant: Date | string, language: Language, zone: string): string =>
  format(language, zone, 'time').format(new Date(instant))

const fromNow: Partial<Record<Language, Intl.RelativeTimeFormat>> = {}

/** "dans 10 jours", "hier"; "in 10 days", "yesterday". */
export function formatDaysFromNow(days: number, language: Language): string {
  fromNow[language] ??= new Intl.RelativeTimeFormat(locales[language], { numeric: 'auto' })
  return fromNow[language].format(days, 'day')
}
