import * as v from 'valibot'
import { ChangedPractice } from '#features/practices/input.ts'
import { Id } from '#kit/contract.ts'

/** As the software names a case or a practice. It stands in addresses, so a patient's name is no such name. */
const longestExternalId = 100
export const ExternalId = v.pipe(
  v.string(),
  v.minLength(1, 'required'),
  v.maxLength(longestExternalId, 'too_long'),
  v.regex(/^\w[\w.:@+-]*$/, 'not_an_identifier'),
)

/** Of two ways one: the id that it has here, or the software's own name for it. */
export const WhichOne = v.union([v.strictObject({ id: Id }), v.strictObject({ externalId: ExternalId })])
export type WhichOne = v.InferOutput<typeof WhichOne>

const { version: _v, name: _n, ...saidOfPractices } = ChangedPractice.entries

/** All that a practice has with the laboratory beside its people: what is left out stays as it is. */
export const SaidOfPractice = v.partial(v.strictObject(saidOfPractices))
