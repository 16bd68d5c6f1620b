import type { MiddlewareHandler } from 'hono'
import { Problem, problem } from '#kit/problem.ts'
import { describeError, describeRefusal } from './log.ts'
import { asRefusal, problemReply } from './problem-reply.ts'
import { clientAddress, hostOf, newRequestId, type Services } from './request-context.ts'
import type { Api, ServerEnv } from './serve.ts'

const maximumAddressLength = 4_096

/** Runs first: makes the request's context with its reference, and logs one line when it is answered. */
export const withRequestContext =
  (services: Services): MiddlewareHandler<ServerEnv> =>
  async (c, next) => {
    const startedAt = performance.now()
    const headers = c.req.raw.headers
    const requestId = newRequestId()
    c.set('request', {
      services,
      requestId,
      host: hostOf(headers.get('host')),
      address: clientAddress(
        c.env?.incoming?.socket?.remoteAddress,
        headers.get('x-forwarded-for'),
        services.trustedProxies,
      ),
      headers,
    })
    await next()
    c.res.headers.set('x-request-id', requestId)
    const { status } = c.res
    // The route's pattern, not the address: a search contains a patient's name, a path an id.
    const line = {
      requestId,
      method: c.req.method,
      route: c.req.routePath,
      status,
      ms: Math.round(performance.now() - startedAt),
    }
    const failure = c.get('failure')
    // The server's own refusals can come by the hundred; they are not bugs, so no stack is logged.
    if (failure instanceof Problem) services.log.warn({ ...line, ...describeRefusal(failure) }, 'request turned away')
    else if (failure) services.log.error({ ...line, error: describeError(failure) }, 'request failed')
    else services.log.info(line, 'request')
  }

/** Sent with every answer, errors and files too (security.md S42). */
const everywhere = {
  'x-content-type-options': 'nosniff',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=(), usb=()',
  'x-frame-options': 'DENY',
  // Pages set their own; for JSON and files nothing may run at all.
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
}

export function setSecurityHeaders(headers: Headers): void {
  for (const [name, value] of Object.entries(everywhere)) if (!headers.has(name)) headers.set(name, value)
}

export const withSecurityHeaders: MiddlewareHandler<ServerEnv> = async (c, next) => {
  await next()
  setSecurityHeaders(c.res.headers)
}

export const withLimits: MiddlewareHandler<ServerEnv> = (c, next) => {
  if (c.req.url.length > maximumAddressLength) throw problem('address_too_long')
  return next()
}

/** Every error leaves as problem+json; anything but a refusal is logged with the reference that the user can quote. */
export function answerErrors(api: Api) {
  api.http.onError((error, c) => {
    const refusal = asRefusal(error)
    if (refusal.status >= 500) c.set('failure', error)
    return problemReply(refusal, c.get('request')?.requestId ?? newRequestId())
  })
  api.http.notFound(c => problemReply(problem('not_found'), c.get('request')?.requestId ?? newRequestId()))
}

/** Registered after all endpoints: a known path with another method is 405 with the methods it has. */
export function refuseOtherMethods(api: Api) {
  const methods = Map.groupBy(api.endpoints, ({ path }) => path)
  for (const [path, served] of methods) {
    const allow = served.map(({ method }) => method).join(', ')
    api.http.all(path, c => {
      const refusal = problemReply(problem('method_not_allowed'), c.get('request').requestId)
      refusal.headers.set('allow', allow)
      return refusal
    })
  }
}
