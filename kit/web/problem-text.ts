import { Problem } from '#kit/problem.ts'
import { kitText } from './kit-text.ts'
import { useText } from './text.tsx'

/**
 * The sentence for a failure. `own` holds the sentences of what only this endpoint refuses; a failure that is no Problem
 * is a bug of ours and reads as unexpected.
 */
export function useProblemText() {
  const t = useText(kitText)
  const general: Partial<Record<string, string>> = t.problems
  return (error: unknown, own: Partial<Record<string, string>> = {}): string => {
    if (!(error instanceof Problem)) return t.problems.unexpected
    const sentence = own[error.code] ?? general[error.code] ?? t.problems.unexpected
    const { retryAfter } = error.details
    return error.status === 429 && retryAfter ? `${sentence} ${t.retryAfter(retryAfter)}` : sentence
  }
}

/** The number that support can find in the logs; only for failures that are nobody's mistake on this side. */
export function useReference() {
  const t = useText(kitText)
  return (error: unknown) =>
    error instanceof Problem && error.status >= 500 && error.requestId ? t.reference(error.requestId) : undefined
}
