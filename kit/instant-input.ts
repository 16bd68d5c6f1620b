import * as v from 'valibot'
import { isDay } from './is-day.ts'

/** ISO 8601 with its zone, on an existing day: the pattern alone would let 31 February through. */
const isInstant = (text: string) =>
  isDay(text.slice(0, 10)) &&
  /^T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/.test(text.slice(10)) &&
  !Number.isNaN(Date.parse(text))
export const RealInstant = v.pipe(v.string(), v.check(isInstant, 'not_an_instant'))
