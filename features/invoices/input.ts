import * as v from 'valibot'
import { Words } from '#kit/input.ts'

/** What is asked about a pro forma is asked in words. */
export const ProFormaQuestion = v.strictObject({ question: Words(2000) })
