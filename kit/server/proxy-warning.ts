import type { MiddlewareHandler } from 'hono'
import type { Services } from './request-context.ts'
import type { ServerEnv } from './serve.ts'

/** Behind a proxy that is not configured all users share its address, and with it the sign-in limits. */
export function withProxyWarning({ log, trustedProxies }: Pick<Services, 'log' | 'trustedProxies'>) {
  let isSaid = trustedProxies > 0
  const warn: MiddlewareHandler<ServerEnv> = async (c, next) => {
    if (!isSaid && c.req.raw.headers.has('x-forwarded-for')) {
      isSaid = true
      log.warn(
        'X-Forwarded-For is ignored, so that all who come through one proxy count as one address when they sign in: where there are proxies in front, set TRUSTED_PROXIES to their number',
      )
    }
    return next()
  }
  return warn
}
