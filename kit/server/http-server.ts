import { once } from 'node:events'
import { createServer, type ServerResponse, STATUS_CODES } from 'node:http'
import { type AddressInfo, Server as NetServer } from 'node:net'
import type { Duplex } from 'node:stream'
import { getRequestListener, type HttpBindings, RequestError } from '@hono/node-server'
import { Problem, problem } from '#kit/problem.ts'
import './light-objects.ts'
import { setSecurityHeaders } from './middleware.ts'
import { OperatorError } from './operator-error.ts'
import { problemReply } from './problem-reply.ts'
import { newRequestId } from './request-context.ts'

type Fetch = (request: Request, env: HttpBindings) => Response | Promise<Response>

export type HttpServer = {
  port: number
  /** Until this is called, every request is answered 503. */
  serve: (fetch: Fetch) => void
  /** Accepts no new connections; resolves when every request has been answered or the time is up. */
  drain: () => Promise<void>
  /** Cuts off what is still draining. */
  cutOff: () => void
}

const drainMilliseconds = 10_000
/** Lets a client on a kept-alive connection send its next request, whose answer tells it to use another connection. */
const idleMilliseconds = 300

/** Slower senders are not slow lines but an attack: one megabit a second is eight times as much. */
export const slowestBytesPerSecond = 16 * 1024
/** The time limit for every body that is not a file. */
const bodyMilliseconds = 30_000
/** The time for 5 MB at the slowest pace, and some more. */
const longestRequestMilliseconds = 360_000

/**
 * An answer that has sent nothing for this long has no reader. A stream that is idle because it has nothing to send stays open.
 */
const stallMilliseconds = 30_000

type ServerOptions = { port: number; host: string; stallMilliseconds?: number; bodyMilliseconds?: number }

export async function openHttpServer(options: ServerOptions): Promise<HttpServer> {
  let handle: Fetch = () => new Response('Starting', { status: 503, headers: { 'retry-after': '1' } })
  const listener = getRequestListener((request, env) => handle(request, env as HttpBindings), {
    errorHandler: refuseUnserved,
  })
  const settings = {
    // A client that drips its request holds a connection no longer than this (reliability.md F5).
    headersTimeout: 10_000,
    requestTimeout: longestRequestMilliseconds,
    connectionsCheckingInterval: 1_000,
    // Longer than proxies keep theirs: otherwise they would send a request into a connection that we just closed.
    keepAliveTimeout: 75_000,
  }
  const server = createServer(settings, listener)

  const open = new Set<ServerResponse>()
  const watch = endStalled(open, options)
  server.once('close', () => clearInterval(watch))
  let isDraining = false
  server.prependListener('request', (_request, response) => {
    open.add(response)
    response.on('close', () => open.delete(response))
    if (isDraining) response.shouldKeepAlive = false
  })

  // We support no expectations: such a request is answered like any other.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))

  server.on('clientError', (error, socket) => {
    // The client has gone, or an answer is under way, into which nothing may be written.
    if (!socket.writable || [...open].some(response => response.socket === socket)) socket.destroy()
    else void refuseUnread(error, socket)
  })

  server.listen(options)
  await once(server, 'listening').catch(error => {
    throw explainListening(error, options)
  })
  return {
    port: (server.address() as AddressInfo).port,
    serve: fetch => {
      handle = fetch
    },
    drain: async () => {
      isDraining = true
      for (const response of open) response.shouldKeepAlive = false
      const closed = once(server, 'close')
      // Not http.Server's own close(): that cuts idle connections at once, and a request may be arriving on one.
      NetServer.prototype.close.call(server)
      const idle = setInterval(() => server.closeIdleConnections(), idleMilliseconds)
      const late = setTimeout(() => server.closeAllConnections(), drainMilliseconds)
      await closed
      clearInterval(idle)
      clearTimeout(late)
    },
    cutOff: () => server.closeAllConnections(),
  }
}

type Progress = { begunAt: number; readBefore: number; sent: number; sentAt: number }

/**
 * Ends slow transfers: a body slower than any line, an answer that nobody reads. Node's own time-outs are one fixed time for
 * every body, and count what the client sends meanwhile as a sign that it reads.
 */
function endStalled(open: ReadonlySet<ServerResponse>, options: ServerOptions): ReturnType<typeof setInterval> {
  const forBody = options.bodyMilliseconds ?? bodyMilliseconds
  const forAnswer = options.stallMilliseconds ?? stallMilliseconds
  const progress = new WeakMap<ServerResponse, Progress>()
  const look = () => {
    const now = performance.now()
    for (const response of open) {
      const { req, socket } = response
      if (!socket) continue
      const sent = socket.bytesWritten - socket.writableLength
      const seen = progress.get(response) ?? { begunAt: now, readBefore: socket.bytesRead, sent, sentAt: now }
      progress.set(response, seen)
      if (socket.writableLength === 0 || sent !== seen.sent) Object.assign(seen, { sent, sentAt: now })
      // While received bytes wait to be read the delay is ours: the sender's clock restarts when we wait for it again.
      if (req.readableLength > 0) Object.assign(seen, { begunAt: now, readBefore: socket.bytesRead })
      const came = socket.bytesRead - seen.readBefore
      const isDripping = !req.complete && now - seen.begunAt >= forBody && came < slowestIn(now - seen.begunAt)
      if (isDripping || now - seen.sentAt >= forAnswer) socket.destroy()
    }
  }
  return setInterval(look, Math.min(5_000, forBody / 4, forAnswer / 4)).unref()
}

const slowestIn = (milliseconds: number) => (slowestBytesPerSecond * milliseconds) / 1000

type Unread = NodeJS.ErrnoException & { rawPacket?: Buffer }

function refusalOf({ code, rawPacket }: Unread): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') return new Problem('headers_too_large', 431)
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Problem('request_timeout', 408)
  // Only a request line can contain a method: TLS spoken to the wrong port is reported with the same code.
  const hasMethod = /^[!-~]+ \S+ HTTP\//.test(rawPacket?.toString('latin1', 0, 4_096) ?? '')
  if (code === 'HPE_INVALID_METHOD' && hasMethod) return new Problem('method_not_allowed', 405)
  return new Problem('request_malformed', 400)
}

/** Answers requests that could not be parsed in the same form as all other refusals. */
async function refuseUnread(error: Unread, socket: Duplex): Promise<void> {
  const refusal = unservedReply(refusalOf(error))
  const body = await refusal.text()
  const headers = { ...Object.fromEntries(refusal.headers), connection: 'close' }
  const lines = Object.entries({ ...headers, 'content-length': Buffer.byteLength(body) })
    .map(([name, value]) => `${name}: ${value}`)
    .join('\r\n')
  socket.end(`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${lines}\r\n\r\n${body}`)
}

/** 400 for an invalid host or target; anything else is our own error. */
const refuseUnserved = (error: unknown): Response =>
  unservedReply(error instanceof RequestError ? new Problem('request_malformed', 400) : problem('unexpected'))

function unservedReply(refusal: Problem): Response {
  const requestId = newRequestId()
  const reply = problemReply(refusal, requestId)
  setSecurityHeaders(reply.headers)
  reply.headers.set('x-request-id', requestId)
  return reply
}

/** Explains why a port cannot be listened on; `prefix` is that of its settings. */
export function explainListening(
  error: NodeJS.ErrnoException,
  { port, host }: { port: number; host: string },
  prefix: '' | 'METRICS_' = '',
): Error {
  if (error.code === 'EADDRINUSE') {
    return new OperatorError(
      `Port ${port} is already in use: stop the program that uses it, or set ${prefix}PORT to another.`,
    )
  }
  if (error.code === 'EACCES')
    return new OperatorError(`Port ${port} needs more rights than this user has: set ${prefix}PORT to 1024 or more.`)
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new OperatorError(`${prefix}HOST is "${host}", which is not an address of this machine.`)
  }
  return error
}
