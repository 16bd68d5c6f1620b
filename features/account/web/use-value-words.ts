import { addDays } from '#kit/day.ts'
import { useFormat } from '#kit/web/format.tsx'
import type { Value } from '../contract.ts'

/** A Monday, from which the days of the week are counted. */
const monday = '2026-11-23'

/** What a value reads as, in the order of the week where it is days; `none` where there is nothing. */
export function useValueWords(none: string) {
  const format = useFormat()
  const weekday = (day: number) => format.day(addDays(monday, day - 1), 'weekday')
  const words = (value: Value | undefined): string => {
    if (value === null || value === undefined || value.length === 0) return none
    return typeof value === 'string'
      ? value
      : value.map(one => (typeof one === 'number' ? weekday(one) : one)).join(', ')
  }
  return { weekday, words }
}
