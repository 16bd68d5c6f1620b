import type { Context } from 'hono'
import type * as v from 'valibot'
import type { Answer, Endpoint, Received, ReceivedLine, RefusalOf } from '#kit/contract.ts'
import { type Problem, type ProblemDetails, problem } from '#kit/problem.ts'
import { cutTo } from './cut.ts'
import type { Guard } from './guard.ts'
import { fingerprintOf, idempotencyKeyOf, idempotent } from './idempotency.ts'
import { checkType, parseJson } from './input.ts'
import { describeError } from './log.ts'
import { asRefusal, secondsToWait } from './problem-reply.ts'
import type { Api, GuardOf, ServerEnv } from './serve.ts'
import { answerToKeep, checkedParams, queryOf, refuserOf, replyOrRefuse, routeOf } from './serve.ts'

type LinesIn = Endpoint & { lines: NonNullable<Endpoint['lines']>; reply: v.GenericSchema }
type LineInput<E extends LinesIn, A> = ReceivedLine<E> & {
  actor: A
  requestId: string
  refuse: (code: RefusalOf<E>, details?: ProblemDetails) => never
}

/** Bytes of unread answers that may pile up: some thousand answers for a caller that sends all lines before it reads. */
const longestUnread = 256 * 1024

/**
 * Serves an endpoint that takes lines: one after the other, each in a transaction of its own with an answer of its own. Under an
 * `Idempotency-Key` each line has its own stored answer, so an interrupted stream can be sent again from its beginning. A general
 * failure (client gone, signed out, no database) leaves the remaining lines unanswered.
 */
export function takeLines<const E extends LinesIn, A>(
  api: Api,
  endpoint: E,
  guard: GuardOf<E, A>,
  handle: (input: LineInput<E, A>) => Promise<Answer<E>>,
): void {
  api.endpoints.push(endpoint)
  const refuse = refuserOf(endpoint)
  const { of: shape, most, longestBytes } = endpoint.lines

  api.http.on(endpoint.method, endpoint.path, async (c: Context<ServerEnv>) => {
    const request = c.get('request')
    const outgoing = new Headers()
    return replyOrRefuse(c, endpoint, outgoing, async () => {
      // Callers without the right are refused before a line is read.
      const { params, query } = await guard.run(request, endpoint.needs, 'read', async () => {
        const asked = { params: checkedParams(c), query: queryOf(c, endpoint) }
        checkType(endpoint, request.headers)
        return asked
      })
      const key = endpoint.creates && idempotencyKeyOf(request.headers)

      async function doLine(number: number, bytes: Uint8Array) {
        // Parsed outside the transaction, so that invalid lines cost the database nothing.
        const line = parseJson(shape, bytes)
        const kept = await guard.run(request, endpoint.needs, 'write', async actor => {
          const maker = endpoint.creates && guard.makerOf?.(actor, request)
          const work = async () => {
            if (maker) await maker.count('things')
            return answerToKeep(
              endpoint,
              await handle({ actor, params, query, line, requestId: request.requestId, refuse } as unknown as LineInput<
                E,
                A
              >),
            )
          }
          if (!maker || !key) return work()
          const place = { route: `${routeOf(endpoint)} ${number}`, key }
          return idempotent(maker, { ...place, params, fingerprint: fingerprintOf(params, query, line) }, work)
        })
        return { status: kept.status, ...JSON.parse(kept.body) }
      }

      async function* results() {
        let number = 0
        for await (const bytes of linesOf(c.req.raw.body, { most, longestBytes })) {
          number += 1
          if (bytes?.length === 0) continue
          try {
            if (!bytes) throw problem('body_too_large')
            yield textLine({ line: number, ...(await doLine(number, bytes)) })
          } catch (error) {
            const refusal = asRefusal(error)
            if (refusal.status >= 500) {
              const line = { requestId: request.requestId, line: number, error: describeError(error) }
              api.services.log.error(line, 'line failed')
            }
            yield textLine({ line: number, ...refusedLine(refusal, request.requestId) })
            if (endsAll.includes(refusal.status)) return
          }
        }
      }
      return streamed(results(), outgoing)
    })
  })
}

/** Statuses after which the next line would fail too. */
const endsAll = [401, 503]

const refusedLine = (refusal: Problem, requestId: string) => {
  const { code, status, details } = refusal
  const retryAfter = secondsToWait(refusal)
  return {
    status,
    code,
    ...(details.errors ? { errors: details.errors } : {}),
    ...(retryAfter ? { retryAfter } : {}),
    ...(status >= 500 ? { requestId } : {}),
  }
}

/**
 * Yields undefined for a line that is too long, which is skipped. After `most` lines one more is yielded, and the stream ends.
 */
async function* linesOf(
  body: ReadableStream<Uint8Array> | null,
  { most, longestBytes }: { most: number; longestBytes: number },
): AsyncGenerator<Uint8Array | undefined> {
  let parts: Uint8Array[] = []
  let size = 0
  let count = 0
  const line = () => {
    const whole = size > longestBytes ? undefined : Buffer.concat(parts)
    parts = []
    size = 0
    count += 1
    return whole?.at(-1) === 13 ? whole.subarray(0, -1) : whole
  }
  for await (const chunk of body ?? []) {
    let from = 0
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      add(chunk.subarray(from, end))
      from = end + 1
      if (count === most) {
        yield undefined
        return
      }
      yield line()
    }
    add(chunk.subarray(from))
    // Gives up on a line that does not end.
    if (size > 16 * longestBytes) {
      yield undefined
      return
    }
  }
  if (size > 0) yield count === most ? undefined : line()

  function add(part: Uint8Array) {
    size += part.byteLength
    if (size <= longestBytes) parts.push(part)
    else parts = []
  }
}

type LinesOut = Endpoint & { replyLines: v.GenericSchema }
type PagesInput<E extends LinesOut, A> = Pick<Received<E>, 'params' | 'query'> & {
  /** A transaction of its own for each page, so that none is open while a slow reader reads. */
  page: <T>(work: (actor: A) => Promise<T>) => Promise<T>
  refuse: (code: RefusalOf<E>, details?: ProblemDetails) => never
}

/**
 * Serves an endpoint that sends lines, no further ahead than the reader reads. The first line decides whether it is an answer or
 * a refusal; a later failure breaks the stream, so that a partial answer never looks complete.
 */
export function giveLines<const E extends LinesOut, A>(
  api: Api,
  endpoint: E,
  guard: Guard<A, E['needs']>,
  handle: (input: PagesInput<E, A>) => AsyncGenerator<v.InferInput<E['replyLines']>>,
): void {
  api.endpoints.push(endpoint)
  const refuse = refuserOf(endpoint)

  api.http.on(endpoint.method, endpoint.path, async (c: Context<ServerEnv>) => {
    const request = c.get('request')
    const outgoing = new Headers()
    return replyOrRefuse(c, endpoint, outgoing, async () => {
      const page = <T>(work: (actor: A) => Promise<T>) => guard.run(request, endpoint.needs, 'read', work)
      const { params, query } = await page(async () => ({ params: checkedParams(c), query: queryOf(c, endpoint) }))
      const rows = handle({ params, query, page, refuse } as unknown as PagesInput<E, A>)
      const first = await rows.next()

      async function* lines() {
        try {
          if (first.done) return
          yield textLine(cutTo(endpoint.replyLines, first.value))
          for await (const row of rows) yield textLine(cutTo(endpoint.replyLines, row))
        } catch (error) {
          api.services.log.error({ requestId: request.requestId, error: describeError(error) }, 'lines broken off')
          throw error
        } finally {
          await rows.return(undefined)
        }
      }
      return streamed(lines(), outgoing)
    })
  })
}

const textLine = (value: unknown) => `${JSON.stringify(value)}\n`

/** A client that goes away ends the work at the current line. */
function streamed(lines: AsyncGenerator<string>, headers: Headers): Response {
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await lines.next()
        if (done) controller.close()
        else controller.enqueue(encoder.encode(value))
      },
      async cancel() {
        await lines.return(undefined)
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: longestUnread }),
  )
  headers.set('content-type', 'application/x-ndjson')
  headers.set('cache-control', 'no-store')
  // Tells proxies not to buffer the lines.
  headers.set('x-accel-buffering', 'no')
  return new Response(body, { headers })
}
