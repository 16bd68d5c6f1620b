import * as v from 'valibot'
import { Words } from '#kit/input.ts'
import { longestStation } from './rules.ts'

/** Written alike where it is read alike: composed, on one line, with single spaces, and with nothing that turns its direction. */
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
  /** On the label. */
  code: Words(60),
  /** Where; one that is new is made. */
  station: StationName,
})
export type CheckIn = v.InferOutput<typeof CheckIn>

export const StationChange = v.strictObject({ name: StationName })
export type StationChange = v.InferOutput<typeof StationChange>
