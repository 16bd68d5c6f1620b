import * as v from 'valibot'
import { ChangedPractice } from '#features/practices/input.ts'
import { Id } from '#kit/contract.ts'

/** The software's name for a case or practice. It appears in URLs, so it must not be a patient's name. */
const longestExternalId = 100
export const ExternalId = v.pipe(
  v.string(),
  v.minLength(1, 'required'),
  v.maxLength(longestExternalId, 'too_long'),
  v.regex(/^\w[\w.:@+-]*$/, 'not_an_identifier'),
)

/** Either the portal's id or the software's own name for it. */
export const WhichOne = v.union([v.strictObject({ id: Id }), v.strictObject({ externalId: ExternalId })])
export type WhichOne = v.InferOutput<typeof WhichOne>

const { version: _v, name: _n, ...saidOfPractices } = ChangedPractice.entries

/** Everything a practice agrees with the laboratory except its people; omitted fields stay as they are. */
export const SaidOfPractice = v.partial(v.strictObject(saidOfPractices))
