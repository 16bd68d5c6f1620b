import type { MiddlewareHandler } from 'hono'
import { problem } from '#kit/problem.ts'
import type { RequestContext } from '#kit/server/request-context.ts'
import type { Api, ServerEnv } from '#kit/server/serve.ts'

const simpleTypes = ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain']

function isOwnOrigin(origin: string, hostHeader: string | null): boolean {
  // Compared by host and not by scheme: TLS ends at a proxy that we do not see.
  return URL.canParse(origin) && new URL(origin).host === hostHeader?.toLowerCase()
}

/** Front ends served apart are listed by the laboratory; any other origin is foreign. */
const isListedOrigin = ({ services, host, address }: RequestContext, origin: string) =>
  services.database.withTenant({ for: 'laboratory', host, address }, 'read', async (_tx, laboratory) =>
    laboratory.allowed_origins.includes(origin),
  )

/**
 * CORS for the listed origins, never reflected; and calls that rely on the refresh cookie are refused whenever another site could
 * have made a browser send them (security.md S32).
 */
export const withOrigins = (api: Api): MiddlewareHandler<ServerEnv> => {
  let cookiePaths: Set<string> | undefined
  return async (c, next) => {
    cookiePaths ??= new Set(api.endpoints.filter(({ cookie }) => cookie).map(({ path }) => path))
    const headers = c.req.raw.headers
    const origin = headers.get('origin')
    const isForeign = origin !== null && !isOwnOrigin(origin, headers.get('host'))
    const isListed = isForeign && (await isListedOrigin(c.get('request'), origin))

    if (c.req.method === 'OPTIONS' && headers.has('access-control-request-method')) {
      if (!isListed) throw problem('origin_refused')
      c.res = new Response(null, {
        status: 204,
        headers: {
          'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
          'access-control-allow-headers': 'authorization, content-type, idempotency-key',
          'access-control-max-age': '600',
        },
      })
    } else {
      if (cookiePaths.has(c.req.path)) refuseForeign(headers, isForeign, isListed)
      await next()
    }
    if (isListed) {
      c.res.headers.set('access-control-allow-origin', origin)
      c.res.headers.set('access-control-allow-credentials', 'true')
      c.res.headers.set('access-control-expose-headers', 'x-request-id, retry-after, date')
    }
    c.res.headers.append('vary', 'Origin')
  }
}

function refuseForeign(headers: Headers, isForeign: boolean, isListed: boolean) {
  const site = headers.get('sec-fetch-site')
  const fromElsewhere = isForeign || (site !== null && site !== 'same-origin')
  if (fromElsewhere && !isListed) throw problem('origin_refused')
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type && simpleTypes.includes(type)) throw problem('media_type_unsupported')
}
