import { Problem, problem } from '#kit/problem.ts'

/** RFC 9457, with our code, the wrong inputs and the reference to quote. No prose for users, no internals. */
export function problemReply(refusal: Problem, requestId: string): Response {
  const { code, status, details } = refusal
  const wait = secondsToWait(refusal)
  const headers = new Headers({
    'content-type': 'application/problem+json; charset=utf-8',
    'cache-control': 'no-store',
  })
  if (wait !== undefined) headers.set('retry-after', String(wait))
  if (status === 401) headers.set('www-authenticate', 'Bearer')
  const body = {
    type: `urn:portal:problem:${code}`,
    title: code.replaceAll('_', ' '),
    status,
    code,
    ...(details.errors ? { errors: details.errors } : {}),
    ...(details.present === undefined ? {} : { present: details.present }),
    requestId,
  }
  return new Response(JSON.stringify(body), { status, headers })
}

/**
 * Whole seconds. At least two for 429: the screens show them in a sentence, and a retry sent slightly early because clocks differ
 * would be refused again.
 */
export const secondsToWait = ({ status, details: { retryAfter } }: Problem): number | undefined =>
  retryAfter === undefined ? undefined : Math.max(status === 429 ? 2 : 1, Math.ceil(retryAfter))

/** Whatever was thrown, as a refusal; anything unexpected is a bug and is reported only as such. */
export const asRefusal = (error: unknown): Problem => (error instanceof Problem ? error : problem('unexpected'))
