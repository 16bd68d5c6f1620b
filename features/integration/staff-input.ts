import * as v from 'valibot'
import { Words } from '#kit/input.ts'

/** A laboratory has one or two. */
export const mostPrograms = 20

export const longestProgramName = 60
export const NewProgram = v.strictObject({ name: Words(longestProgramName) })

export const longestAddress = 500
export const ToldAt = v.strictObject({
  url: v.pipe(Words(longestAddress), v.url('not_an_address'), v.regex(/^https?:\/\/\S+$/, 'not_an_address')),
})
