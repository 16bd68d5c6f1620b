import * as v from 'valibot'
import { OneLine } from './input.ts'

const Cell = v.pipe(v.string(), v.trim(), v.maxLength(200, 'too_long'))
const Section = v.pipe(
  v.strictObject({
    id: v.optional(v.union([v.string(), v.number()])),
    name: Cell,
    description: v.pipe(v.string(), v.trim(), v.maxLength(500, 'too_long')),
    headers: v.pipe(v.array(OneLine(80)), v.maxLength(8, 'too_many')),
    rows: v.pipe(v.array(v.array(Cell)), v.maxLength(60, 'too_many')),
  }),
  v.check(({ headers, rows }) => rows.every(row => row.length === headers.length), 'row_width'),
)
const Times = v.strictObject({
  title: OneLine(120),
  sections: v.pipe(v.array(Section), v.maxLength(20, 'too_many')),
})
export type Times = v.InferOutput<typeof Times>

export const NewTimes = v.strictObject({ fr: Times, en: Times, version: v.string() })
