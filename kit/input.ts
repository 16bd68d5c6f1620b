import * as v from 'valibot'
import { isDay } from './is-day.ts'
import type { InputError } from './problem.ts'

/** Words that can be read: characters without a picture, like a space of no width, are none. */
export const Words = (longest: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.check(text => /[^\p{C}\p{Z}]/u.test(text), 'required'),
    v.maxLength(longest, 'too_long'),
  )

/** For what is sent: the form alone would let 31 February through. */
export const RealDay = v.pipe(v.string(), v.check(isDay, 'not_a_day'))

/** `Id` of the contract (in small letters, as there) for what is sent: what valibot has for it would come with the sign-in page. */
export const RealId = v.pipe(v.string(), v.regex(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i, 'uuid'), v.toLowerCase())

/** Codes that schemas give themselves pass through; valibot's own sentences become a word. Values are never echoed. */
function codeOf(issue: v.GenericIssue): string {
  if (/^[a-z]+(_[a-z]+)*$/.test(issue.message)) return issue.message
  if (issue.type === 'strict_object') return issue.expected === 'never' ? 'not_allowed' : 'required'
  if (issue.input === undefined) return 'required'
  if (issue.type === 'picklist') return 'not_listed'
  return issue.kind === 'schema' ? `${issue.type}_expected` : issue.type
}

const pathOf = (issue: v.GenericIssue) => v.getDotPath(issue as v.BaseIssue<unknown>)

/** What a shape of the contract finds wrong: the screen says it beside the fields, the server refuses with it. */
export const inputErrors = (issues: readonly v.GenericIssue[], prefix = ''): InputError[] =>
  issues.slice(0, 50).map(issue => ({ path: [prefix, pathOf(issue)].filter(Boolean).join('.'), code: codeOf(issue) }))
