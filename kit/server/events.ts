import type { Endpoint } from '#kit/contract.ts'
import { Problem } from '#kit/problem.ts'
import type { Guard } from './guard.ts'
import { type Api, replyOrRefuse } from './serve.ts'

/** What a subscriber gets to know, taken from its actor while that one lives. */
type Subscription<S> = {
  subscriber: S
  /** The same once more, as the database sees it now; nothing when the session has ended. */
  again: () => Promise<S | undefined>
  /** When what it was opened with ends, in milliseconds since 1970. */
  until: number
}

/**
 * Serves an endless answer of server-sent events. The guard runs in a short transaction that is over before the first
 * event: however many answers are open, they hold no connection to the database.
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
      // HEAD is answered by the handler of GET: nobody would read the stream.
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
          // Proxies that gather answers before they pass them on must not.
          'x-accel-buffering': 'no',
        },
      })
    })
  })
}

/** Refused, it is over; a database that does not answer just now says nothing about the session. */
function onlyIfOver(error: unknown): undefined {
  if (!(error instanceof Problem && error.status < 500)) throw error
}
