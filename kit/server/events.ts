import type { Endpoint } from '#kit/contract.ts'
import { Problem } from '#kit/problem.ts'
import type { Guard } from './guard.ts'
import { type Api, replyOrRefuse } from './serve.ts'

/** Values taken from the actor, which does not outlive its transaction. */
type Subscription<S> = {
  subscriber: S
  /** Reads the subscriber again from the database; undefined when the session has ended. */
  again: () => Promise<S | undefined>
  /** When the credentials that opened it expire, in milliseconds since 1970. */
  until: number
}

/**
 * Serves an endless answer of server-sent events. The guard runs in a short transaction that ends before the first event: open
 * answers hold no database connections, however many there are.
 */
export function onEvents<const E extends Endpoint & { reply: 'events' }, A, S>(
  api: Api,
  endpoint: E,
  guard: Guard<A, E['needs']>,
  steps: {
    subscribe: (actor: A) => S
    until: (headers: Headers) => Promise<number>
    open: (subscription: Subscription<S>, headers: Headers) => Promise<ReadableStream<Uint8Array<ArrayBuffer>>>
  },
): void {
  api.endpoints.push(endpoint)
  api.http.on(endpoint.method, endpoint.path, c => {
    const request = c.get('request')
    const ask = () => guard.run(request, endpoint.needs, 'read', async actor => steps.subscribe(actor))
    return replyOrRefuse(c, endpoint, new Headers(), async () => {
      const subscriber = await ask()
      // GET handlers also answer HEAD, where nobody would read the stream.
      const body =
        c.req.raw.method === 'HEAD'
          ? null
          : await steps.open(
              { subscriber, until: await steps.until(request.headers), again: () => ask().catch(onlyIfOver) },
              request.headers,
            )
      return new Response(body, {
        headers: {
          'content-type': 'text/event-stream; charset=utf-8',
          'cache-control': 'no-store',
          // Tells proxies not to buffer the stream.
          'x-accel-buffering': 'no',
        },
      })
    })
  })
}

/** A refusal ends the stream; a database that is briefly unavailable says nothing about the session. */
function onlyIfOver(error: unknown): undefined {
  if (!(error instanceof Problem && error.status < 500)) throw error
}
