import * as v from 'valibot'
import { isDay } from './is-day.ts'
import type { InputError } from './problem.ts'

/** Text with something visible in it: invisible characters, such as zero-width spaces, do not count. */
export const Words = (longest: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.check(text => /[^\p{C}\p{Z}]/u.test(text), 'required'),
    v.maxLength(longest, 'too_long'),
  )

/** For input: the pattern alone would let 31 February through. */
export const RealDay = v.pipe(v.string(), v.check(isDay, 'not_a_day'))

/** The contract's `Id` for input (lower-cased too): valibot's own validator would weigh on the sign-in page. */
export const RealId = v.pipe(v.string(), v.regex(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i, 'uuid'), v.toLowerCase())

/** Codes that schemas set themselves pass through; valibot's own messages become a code. Values are never echoed. */
function codeOf(issue: v.GenericIssue): string {
  if (/^[a-z]+(_[a-z]+)*$/.test(issue.message)) return issue.message
  if (issue.type === 'strict_object') return issue.expected === 'never' ? 'not_allowed' : 'required'
  if (issue.input === undefined) return 'required'
  if (issue.type === 'picklist') return 'not_listed'
  return issue.kind === 'schema' ? `${issue.type}_expected` : issue.type
}

const pathOf = (issue: v.GenericIssue) => v.getDotPath(issue as v.BaseIssue<unknown>)

/** The errors of a contract's schema: shown beside the fields by the screen, and refused with by the server. */
export const inputErrors = (issues: readonly v.GenericIssue[], prefix = ''): InputError[] =>
  issues.slice(0, 50).map(issue => ({ path: [prefix, pathOf(issue)].filter(Boolean).join('.'), code: codeOf(issue) }))
