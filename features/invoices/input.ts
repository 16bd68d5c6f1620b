import * as v from 'valibot'
import { Words } from '#kit/input.ts'
import type {  } from '#kit/problem.ts'

/** What is asked about a pro forma is asked in words. */
export const ProFormaQuestion = v.strictObject({ question: Words(2000) })
