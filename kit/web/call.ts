import type { Endpoint, Reply, Sent } from '#kit/contract.ts'
import { Problem, type ProblemDetails } from '#kit/problem.ts'
import { noteServerTime } from './clock.ts'
import { takeEarlyAnswer } from './early.ts'
import { pressed } from './unsaved-forms.ts'

const timeOut = 15_000

/** Registered by the feature that holds the session, because the kit knows no feature. */
export type Authorization = {
  /** The signed-in user. */
  user: () => { id: string } | null
  /** The stored token, whatever its age. */
  stored: () => string | null
  /** A valid token, renewed first if expired. Rejects with a Problem. */
  valid: () => Promise<string>
  /** A token other than the refused one. Rejects with a Problem. */
  renew: (refused: string) => Promise<string>
}

let authorization: Authorization | undefined
let apiOrigin = ''

export function setUpCalls(parts: { apiOrigin?: string; authorization?: Authorization }) {
  apiOrigin = parts.apiOrigin ?? apiOrigin
  authorization = parts.authorization ?? authorization
}

type Options = {
  signal?: AbortSignal
  /**
   * `needed`: with a valid token, renewed and tried once more after a 401. `as it is`: with the stored token, if any, and no
   * second try. `none`: no Authorization header. Or with the given token. By default, endpoints of the refresh cookie go `as it
   * is` and others `needed`.
   */
  session?: 'needed' | 'as it is' | 'none' | { token: string | null }
  /** For endpoints that take raw bytes. */
  bytes?: Blob
  /** Also sent while the page is being closed. */
  keepalive?: true
  /**
   * Idempotency key, for creating calls that may be sent again after a lost answer: the same key and body find what was made. By
   * default each call has its own.
   */
  key?: string
}
type Input<E extends Endpoint> = Sent<E> & Options

/** Calls an endpoint of a contract. Every failure is a Problem, except an abort by the caller. */
export async function call<E extends Endpoint>(
  endpoint: E,
  ...[input]: object extends Input<E> ? [input?: Input<E>] : [input: Input<E>]
): Promise<Reply<E>> {
  const { params, query, body, ...options } = (input ?? {}) as Options & {
    params?: Record<string, string>
    query?: Record<string, unknown>
    body?: unknown
  }
  const address = addressOf(endpoint, params, query)
  // The same key for all tries of this call.
  const key = endpoint.creates && (options.key ?? crypto.randomUUID())
  const session = options.session ?? (endpoint.cookie ? 'as it is' : 'needed')

  const send = (token: string | null) => {
    const headers = new Headers({ accept: endpoint.reply === 'binary' ? '*/*' : 'application/json' })
    if (token) headers.set('authorization', `Bearer ${token}`)
    if (key) headers.set('idempotency-key', key)
    if (options.bytes) headers.set('content-type', endpoint.bodyTypes?.[0] ?? 'application/octet-stream')
    if (body !== undefined) {
      headers.set('content-type', endpoint.method === 'PATCH' ? 'application/merge-patch+json' : 'application/json')
    }
    const request: RequestInit = { method: endpoint.method, headers, credentials: 'include', cache: 'no-store' }
    if (body !== undefined) request.body = JSON.stringify(body)
    if (options.bytes) request.body = options.bytes
    if (options.keepalive) request.keepalive = true
    return answered(address, request, options.signal, response => read<E>(endpoint, response))
  }

  if (session === 'none') return send(null)
  if (typeof session === 'object') return send(session.token)
  if (session === 'as it is') return send(authorization?.stored() ?? null)
  const asked = inSession(send)
  if (endpoint.method !== 'GET') {
    const arrived = () => pressed.delete(asked)
    pressed.add(asked)
    asked.then(arrived, arrived)
  }
  return asked
}

/** Sends with the current user's valid token, renewed and tried once more after a 401; never with another user's. */
export async function inSession<T>(send: (token: string | null) => Promise<T>): Promise<T> {
  if (!authorization) return send(null)
  const { user, valid, renew } = authorization
  const by = user()?.id
  const own = (token: string) => {
    if (by && by !== user()?.id) throw new Problem('signed_out', 401)
    return token
  }
  const token = own(await valid())
  try {
    return await send(token)
  } catch (error) {
    if (!(error instanceof Problem && error.status === 401)) throw error
    return send(own(await renew(token)))
  }
}

export const addressOf = (
  endpoint: Pick<Endpoint, 'path'>,
  params: Record<string, string> = {},
  query: Record<string, unknown> = {},
) => `${apiOrigin}${pathOf(endpoint.path, params)}${searchOf(query)}`

/** Fills in `/api/orders/:id`. A value that would lead to another path (`.` or `..`) is refused. */
function pathOf(path: string, params: Record<string, string>) {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name] ?? ''
    if (value === '' || value === '.' || value === '..') throw new Problem('not_found', 404)
    return encodeURIComponent(value)
  })
}

/** Lists become repeated keys; undefined values are left out. */
function searchOf(query: Record<string, unknown>) {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') search.append(key, String(one))
    }
  }
  return search.size > 0 ? `?${search}` : ''
}

async function answered<T>(
  address: string,
  request: RequestInit,
  asked: AbortSignal | undefined,
  reading: (response: Response) => Promise<T>,
): Promise<T> {
  // By hand: AbortSignal.any is newer than the oldest browsers we support.
  const stop = new AbortController()
  const late = setTimeout(() => stop.abort(), timeOut)
  const giveUp = () => stop.abort(asked?.reason)
  if (asked?.aborted) giveUp()
  asked?.addEventListener('abort', giveUp)
  try {
    const early = request.method === 'GET' ? takeEarlyAnswer(address) : undefined
    const response = await (early ?? fetch(address, { ...request, signal: stop.signal }))
    noteServerTime(Date.parse(response.headers.get('date') ?? ''))
    return await reading(response)
  } catch (error) {
    if (error instanceof Problem || asked?.aborted) throw error
    // fetch rejects with a TypeError when there was no answer; anything else is an unreadable answer.
    throw new Problem(stop.signal.aborted ? 'timeout' : error instanceof TypeError ? 'offline' : 'unexpected', 0)
  } finally {
    clearTimeout(late)
    asked?.removeEventListener('abort', giveUp)
  }
}

async function read<E extends Endpoint>(endpoint: E, response: Response): Promise<Reply<E>> {
  if (!response.ok) throw problemOf(response.status, response.headers, await response.text().catch(() => ''))
  const reply = endpoint.reply === 'binary' ? response.blob() : response.status === 204 ? undefined : response.json()
  return (await reply) as Reply<E>
}

/** Reads problem+json; an answer that is not ours (a proxy's page) is judged by its status. */
export function problemOf(status: number, headers: Pick<Headers, 'get'>, text: string): Problem {
  const body = headers.get('content-type')?.startsWith('application/problem+json') ? parsed(text) : {}
  const details: ProblemDetails = {}
  if (body.errors) details.errors = body.errors
  if (body.present !== undefined) details.present = body.present
  const retryAfter = Number(headers.get('retry-after') ?? Number.NaN)
  if (Number.isFinite(retryAfter)) details.retryAfter = retryAfter
  return new Problem(body.code ?? codeOf(status), status, details, body.requestId)
}

function parsed(text: string): { code?: string; requestId?: string } & ProblemDetails {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

function codeOf(status: number) {
  if (status === 401) return 'signed_out'
  if (status === 403) return 'forbidden'
  if (status === 404) return 'not_found'
  if (status === 429) return 'too_many_requests'
  return status >= 502 && status <= 504 ? 'unavailable' : 'unexpected'
}
