import * as v from 'valibot'
import { Words } from '#kit/input.ts'

/** Questions about a pro forma are asked and answered in words. */
export const ProFormaQuestion = v.strictObject({ question: Words(2000) })
export const ProFormaAnswer = v.strictObject({ answer: Words(2000) })
