import * as v from 'valibot'
import { ChangedPractice } from '#features/practices/input.ts'
import { Words } from '#kit/input.ts'

/** As the software names a case or a practice. It stands in addresses, so a patient's name is no such name. */
export const longestExternalId = 100
export const ExternalId = v.pipe(
  v.string(),
  v.minLength(1, 'required'),
  v.maxLength(longestExternalId, 'too_long'),
  v.regex(/^\w[\w.:@+-]*$/, 'not_an_identifier'),
)

export const longestProgramName = 60
export const NewProgram = v.strictObject({ name: Words(longestProgramName) })

const { version: _v, name: _n, ...saidOfPractices } = ChangedPractice.entries

/** All that a practice has with the laboratory beside its people: what is left out stays as it is. */
export const SaidOfPractice = v.partial(v.strictObject(saidOfPractices))

export const longestAddress = 500
export const ToldAt = v.strictObject({
  url: v.pipe(Words(longestAddress), v.url('not_an_address'), v.regex(/^https?:\/\/\S+$/, 'not_an_address')),
})
