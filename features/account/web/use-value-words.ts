import { addDays } from '#kit/day.ts'
import { useFormat } from '#kit/web/format.tsx'
import type { Value } from '../contract.ts'

/** A Monday, from which weekdays are counted. */
const monday = '2026-11-23'

/** A value as text, with weekdays in order; `none` if empty. */
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
