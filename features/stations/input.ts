import * as v from 'valibot'
import { Words } from '#kit/input.ts'
import { longestStation } from './rules.ts'

/** Normalised so that names that read alike are equal: composed, one line, single spaces, no direction marks. */
const StationName = v.pipe(
  v.string(),
  v.transform(name =>
    name
      .normalize('NFC')
      .replaceAll(/(?!\s)\p{C}/gu, '')
      .replaceAll(/[\s\p{Z}]+/gu, ' '),
  ),
  Words(longestStation),
)

export const CheckIn = v.strictObject({
  /** The code on the label. */
  code: Words(60),
  /** The station's name; a new one is created. */
  station: StationName,
})
export type CheckIn = v.InferOutput<typeof CheckIn>

export const StationChange = v.strictObject({ name: StationName })
export type StationChange = v.InferOutput<typeof StationChange>
