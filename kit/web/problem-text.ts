import { Problem } from '#kit/problem.ts'
import { kitText } from './kit-text.ts'
import { useText } from './text.tsx'

/**
 * The sentence for a failure. `own` has sentences for the endpoint's own refusals; anything but a Problem is a bug of ours and
 * reads as unexpected. Failures that the user has not caused include the reference for the logs.
 */
export function useProblemText() {
  const t = useText(kitText)
  const general: Partial<Record<string, string>> = t.problems
  return (error: unknown, own: Partial<Record<string, string>> = {}): string => {
    if (!(error instanceof Problem)) return t.problems.unexpected
    const sentence = own[error.code] ?? general[error.code] ?? t.problems.unexpected
    const { retryAfter } = error.details
    if (error.status === 429 && retryAfter) return `${sentence} ${t.retryAfter(retryAfter)}`
    return error.status >= 500 && error.requestId ? `${sentence} ${t.reference(error.requestId)}` : sentence
  }
}
