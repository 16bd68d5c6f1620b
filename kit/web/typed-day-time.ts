import type { Day } from '#kit/day.ts'
import { typedDay } from './typed-day.ts'
import { typedTime } from './typed-time.ts'

/**
 * A day followed by a time, as spoken: "4/12 9h30", "4/12 à 9h30", "04.12.26 9.30", "demain 14h". A phone's numeric keyboard has
 * no space: "04120930" works too, since no year begins with 0 or 1.
 */
export function typedDayTime(typed: string, today: Day): { day: Day; time: string } | undefined {
  const written = typed
    .trim()
    .replace(' à ', ' ')
    .replace(' at ', ' ')
    .replace(/^(\d{4}(?:20\d\d)?)([01]\d{3})$/, '$1 $2')
  if (typedDay(written, today)) return undefined
  const words = written.split(' ')
  // The longest day first: in "4 12 26 9h30" the year is not an hour.
  for (let count = words.length - 1; count > 0; count--) {
    const day = typedDay(words.slice(0, count).join(' '), today)
    const time = day && typedTime(words.slice(count).join(' '))
    if (time) return { day, time }
  }
  return undefined
}
