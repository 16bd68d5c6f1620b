import * as v from 'valibot'
import { Words } from '#kit/input.ts'

/** What is asked about a pro forma is asked in words, and answered in words. */
export const ProFormaQuestion = v.strictObject({ question: Words(2000) })
export const ProFormaAnswer = v.strictObject({ answer: Words(2000) })
