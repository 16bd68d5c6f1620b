import { addDays, type Day, daysBetween, isDay } from '#kit/day.ts'

const two = (digits: string) => digits.padStart(2, '0')

/** Beginnings of the month names in French and English, without accents. */
const months = 'jan,fev feb,mar,avr apr,mai may,juin jun,juil jul,aou aug,sep,oct,nov,dec'.split(',')

/** "10 décembre", "1er janv. 2027", "4 Dec": replaces the month's name by its number. */
function withNumber(typed: string): string {
  const [day = '', word = '', ...year] = typed.normalize('NFD').toLowerCase().split(/[ .]+/)
  const letters = word.replace(/[^a-z]/g, '')
  const month = months.findIndex(names => names.split(' ').some(name => letters.startsWith(name)))
  return month < 0 ? typed : [day.replace(/(er|st|nd|rd|th)$/, ''), month + 1, ...year].join(' ')
}

/** Day, month and, if present, year, from what people type: "4/12", "04.12.26", "04122026"; or from YYYY-MM-DD. */
function partsOf(typed: string): [string, string, string | undefined] | undefined {
  const stored = /^(\d{4})-(\d\d)-(\d\d)$/.exec(typed)
  if (stored) return [stored[3] ?? '', stored[2] ?? '', stored[1] ?? '']
  const match =
    /^(\d{1,2})[ ./-](\d{1,2})(?:[ ./-](\d{2}|\d{4}))?$/.exec(typed) ?? /^(\d\d)(\d\d)(\d{2}|\d{4})?$/.exec(typed)
  return match ? [match[1] ?? '', match[2] ?? '', match[3]] : undefined
}

const near = [
  ['auj', 'aujourd’hui', "aujourd'hui", 'today'],
  ['demain', 'tomorrow'],
]

/** "demain", "+3": days from today, in both languages. */
function daysAhead(typed: string): number | undefined {
  const said = near.findIndex(words => words.includes(typed.toLowerCase()))
  if (said >= 0) return said
  const ahead = typed.startsWith('+') && typed.length > 1 ? Number(typed.slice(1)) : Number.NaN
  return Number.isInteger(ahead) && ahead >= 0 && ahead < 1_000 ? ahead : undefined
}

/**
 * The typed day, day before month in both languages; undefined if invalid. Without a year, the next such day, or the last one
 * with `hasBeen`.
 */
export function typedDay(typed: string, today: Day, hasBeen = false): Day | undefined {
  const ahead = daysAhead(typed.trim())
  if (ahead !== undefined) return addDays(today, ahead)
  const parts = partsOf(withNumber(typed.trim()))
  if (!parts) return undefined
  const [day, month, year] = parts
  const inYear = (year: string) => `${year}-${two(month)}-${two(day)}`
  if (year) return realDay(inYear(year.length === 2 ? `20${year}` : year))
  const thisYear = Number(today.slice(0, 4))
  const coming = realDay(inYear(String(thisYear)))
  if (hasBeen) return coming && coming > today ? realDay(inYear(String(thisYear - 1))) : coming
  // Yesterday's date is a mistake to be shown, not a day of next year; but in December, "12/01" is in January.
  return coming && daysBetween(coming, today) > 60 ? realDay(inYear(String(thisYear + 1))) : coming
}

const realDay = (day: string): Day | undefined => (isDay(day) ? day : undefined)

/** "04/12/2026" */
export const writtenDay = (day: Day): string => day.split('-').reverse().join('/')

/** The value that a form sends for a day: the day, the typed text if it is invalid, undefined if empty. */
export const sentDay = (typed: string, today: Day): string | undefined =>
  typedDay(typed, today) ?? (typed.trim() || undefined)
