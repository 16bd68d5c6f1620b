import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { Hono } from 'hono'
import * as v from 'valibot'
import { type Answer, type Endpoint, Id, type Received, type RefusalOf } from '#kit/contract.ts'
import { Problem, type ProblemDetails, problem } from '#kit/problem.ts'
import { compressAnswer, mayBeCompressed } from './compress.ts'
import { cutTo } from './cut.ts'
import type { Guard, MakersGuard } from './guard.ts'
import { fingerprintOf, idempotencyKeyOf, idempotent, KeptAnswer } from './idempotency.ts'
import { checkType, parseJson, readBytes, readQuery } from './input.ts'
import { problemReply } from './problem-reply.ts'
import type { RequestContext, Services } from './request-context.ts'
import { leaveRefusal, leaveView } from './sightings.ts'

export type Bindings = { incoming?: { socket?: { remoteAddress?: string | undefined } } }
export type ServerEnv = { Bindings: Bindings; Variables: { request: RequestContext; failure?: unknown } }

/** All served endpoints, with what OpenAPI and the tests need to know of them. */
export type Api = {
  readonly http: Hono<ServerEnv>
  readonly services: Services
  readonly endpoints: Endpoint[]
}

export const newApi = (services: Services): Api => ({ http: new Hono<ServerEnv>(), services, endpoints: [] })

type Bytes = Uint8Array<ArrayBuffer>

/**
 * Bytes with their exact media type, for endpoints whose reply is `binary`. A function makes or opens them after the transaction,
 * so that no database connection waits for a drawing or a slow reader.
 */
export type BinaryAnswer = { bytes: Bytes | (() => Promise<Bytes | ReadableStream<Uint8Array>>); type: string }

type HandlerInput<E extends Endpoint, A> = Received<E> & {
  actor: A
  /** Headers of the answer: cookies, caching. */
  outgoing: Headers
  incoming: Headers
  requestId: string
  /** Sets the id that the name in the address resolved to, for the audit. */
  found: (id: string) => void
  /** Throws one of the refusals that the endpoint declares. */
  refuse: (code: RefusalOf<E>, details?: ProblemDetails) => never
}
/** Creating endpoints need an identified caller: an anonymous caller's key would be shared by everybody. */
export type GuardOf<E extends Endpoint, A> = Guard<A, E['needs']> &
  (E extends { creates: true } ? Pick<MakersGuard<A, E['needs']>, 'makerOf'> : unknown)
type HandlerAnswer<E extends Endpoint> = E['reply'] extends 'binary' ? BinaryAnswer : Answer<E> | KeptAnswer

/**
 * Serves one endpoint: reads the body, lets the guard make the actor within the request's transaction, checks the input, runs the
 * handler, commits, and only then sends the reply, cut to the fields in the contract.
 */
export function on<const E extends Endpoint, A>(
  api: Api,
  endpoint: E,
  guard: GuardOf<E, A>,
  handle: (input: HandlerInput<E, A>) => Promise<HandlerAnswer<E>>,
): void {
  api.endpoints.push(endpoint)
  const refuse = refuserOf(endpoint)
  api.http.on(endpoint.method, endpoint.path, async (c: Context<ServerEnv>) => {
    const request = c.get('request')
    const { headers: incoming, requestId } = request
    const outgoing = new Headers()
    return replyOrRefuse(c, endpoint, outgoing, async () => {
      // Read before the transaction, which must not be held open by a slow sender.
      const bytes = await bytesOf(c, endpoint, () => guard.bodyAllowance(request))
      const answer = await guard.run(
        request,
        endpoint.needs,
        endpoint.method === 'GET' ? 'read' : 'write',
        async actor => {
          // Checked only now, so that callers without the right learn that and not what is wrong with their input.
          const { params, query, body } = inputOf(c, endpoint, bytes)
          const found = (id: string) => {
            request.found = id
          }
          const input = { actor, params, query, body, bytes, outgoing, incoming, requestId, found, refuse }
          const maker = guard.makerOf?.(actor, request)
          const made = endpoint.creates ? 'things' : isChange(endpoint) ? 'changes' : undefined
          const answer = async () => {
            if (made) await maker?.count(made)
            return handle(input as unknown as HandlerInput<E, A>)
          }
          const key = endpoint.creates && maker && idempotencyKeyOf(incoming)
          if (!maker || !key) return answer()
          const sent = endpoint.rawBody ? digestOf(bytes) : body
          const asked = { route: routeOf(endpoint), key, params, fingerprint: fingerprintOf(params, query, sent) }
          return idempotent(maker, asked, async () => answerToKeep(endpoint, await answer()))
        },
      )
      return reply(endpoint, answer, outgoing, c.req.raw)
    })
  })
}

/** Steps that can be repeated endlessly, because they can be undone. */
const isChange = ({ method, uncounted }: Endpoint) => method !== 'GET' && !uncounted

/** For other ways of serving an endpoint: throws its refusals by code. */
export const refuserOf =
  (endpoint: Endpoint) =>
  (code: string, details?: ProblemDetails): never => {
    throw new Problem(code, endpoint.refusals?.[code] ?? 500, details)
  }

/** Answers with the reply or the refusal, and records views and refusals of known callers for the audit. */
export async function replyOrRefuse(
  c: Context<ServerEnv>,
  endpoint: Endpoint,
  outgoing: Headers,
  work: () => Promise<Response>,
): Promise<Response> {
  const request = c.get('request')
  const asked = { request, endpoint, id: c.req.param('id') }
  try {
    const response = await work()
    leaveView({ ...asked, id: request.found ?? asked.id })
    return response
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    leaveRefusal(asked, error)
    // A refusal may have to clear a cookie.
    const refusal = problemReply(error, asked.request.requestId)
    for (const cookie of outgoing.getSetCookie()) refusal.headers.append('set-cookie', cookie)
    if (error.status >= 500) c.set('failure', error)
    return refusal
  }
}

export const routeOf = ({ method, path }: Endpoint) => `${method} ${path}`

/** For handlers that call `idempotent` themselves. */
export const answerToKeep = (endpoint: Endpoint, answer: unknown): KeptAnswer =>
  answer instanceof KeptAnswer ? answer : new KeptAnswer(endpoint.status ?? 200, textOf(endpoint, answer))

const textOf = (endpoint: Endpoint, answer: unknown): string =>
  typeof endpoint.reply === 'object' ? JSON.stringify(cutTo(endpoint.reply, answer)) : ''

function inputOf(c: Context<ServerEnv>, endpoint: Endpoint, bytes: Buffer | undefined) {
  const params = checkedParams(c)
  const query = queryOf(c, endpoint)
  if (bytes) checkType(endpoint, c.req.raw.headers)
  const body = endpoint.body && bytes && parseJson(endpoint.body, bytes)
  return { params, query, body }
}

export const queryOf = (c: Context<ServerEnv>, endpoint: Endpoint) =>
  endpoint.query && readQuery(endpoint.query, new URL(c.req.url).searchParams)

/**
 * Without a body the guard's own check in the transaction is enough. For `rawBody` the endpoint alone decides how many
 * bytes are read, so that the caller cannot influence it.
 */
async function bytesOf(c: Context<ServerEnv>, { body, rawBody, mostBytes }: Endpoint, allow: () => Promise<number>) {
  if (!body && !rawBody) return
  const allowance = await allow()
  if (rawBody) return readBytes(c.req.raw, rawBody.mostBytes)
  return readBytes(c.req.raw, mostBytes ?? allowance)
}

const digestOf = (bytes: Buffer = Buffer.alloc(0)) => createHash('sha256').update(bytes).digest('hex')

/** Path parameters that cannot be ids of anything are not_found, not a database error. */
export function checkedParams(c: Context<ServerEnv>): Record<string, string> {
  const params: Record<string, string> = c.req.param()
  for (const name of Object.keys(params).filter(name => name === 'id' || name.endsWith('Id'))) {
    const id = v.safeParse(Id, params[name])
    if (!id.success) throw problem('not_found')
    params[name] = id.output
  }
  // PostgreSQL cannot store NUL in text.
  if (Object.values(params).some(value => value.includes('\0'))) throw problem('not_found')
  return params
}

export async function reply(
  endpoint: Endpoint,
  answer: unknown,
  headers: Headers,
  asked?: Pick<Request, 'method' | 'headers'>,
): Promise<Response> {
  const status = endpoint.status ?? 200
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
  if (answer instanceof KeptAnswer) return textReply(answer.status, answer.body, headers)
  if (endpoint.reply === 'binary') {
    const { bytes, type } = answer as BinaryAnswer
    headers.set('content-type', type)
    // HEAD has no body.
    if (asked?.method === 'HEAD') return new Response(null, { status, headers })
    return new Response(typeof bytes === 'function' ? await bytes() : bytes, { status, headers })
  }
  const text = textOf(endpoint, answer)
  if (!asked || !mayBeCompressed(endpoint)) return textReply(status, text, headers)
  return textReply(status, await compressAnswer(text, asked.headers.get('accept-encoding'), headers), headers)
}

function textReply(status: number, text: string | Bytes, headers: Headers): Response {
  if (text === '') return new Response(null, { status, headers })
  headers.set('content-type', 'application/json; charset=utf-8')
  return new Response(text, { status, headers })
}
