import { serveStatic } from '@hono/node-server/serve-static'
import { Problem } from '#kit/problem.ts'
import type { Api } from '#kit/server/serve.ts'
import { webRootOf } from './web-build.ts'

const workerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"

/** The files of both builds; their names change with their content. */
export function assetRoutes({ http }: Api, webRoot: string) {
  http.use('/assets/*', async (c, next) => {
    await next()
    if (c.res.status !== 416) return
    // Headers already set for the file, such as encoding and caching, must not apply to the refusal.
    c.res = undefined
    throw new Problem('range_not_satisfiable', 416)
  })
  for (const audience of ['staff', 'practice'] as const)
    http.use(
      audience === 'staff' ? '/assets/staff/*' : '/assets/*',
      serveStatic({
        root: webRootOf(webRoot, audience),
        precompressed: true,
        onFound: (path, c) => {
          c.header('cache-control', 'public, max-age=31536000, immutable')
          // A worker obeys the policy of its own file. Scans are decompressed by WebAssembly there and nowhere else.
          if (path.includes('-worker-')) c.header('content-security-policy', workerPolicy)
        },
      }),
    )
}
