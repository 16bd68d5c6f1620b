import { once } from 'node:events'
import { type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import { type AddressInfo, Server as NetServer } from 'node:net'
import type { Duplex } from 'node:stream'
import { createAdaptorServer, type HttpBindings } from '@hono/node-server'
import { Problem } from '#kit/problem.ts'
import { setSecurityHeaders } from './middleware.ts'
import { problemReply } from './problem-reply.ts'
import { Refusal } from './refusal.ts'
import { newRequestId } from './request-context.ts'

type Fetch = (request: Request, env: HttpBindings) => Response | Promise<Response>

export type HttpServer = {
  port: number
  /** Until this is called, every request is answered 503. */
  serve: (fetch: Fetch) => void
  /** Takes no new connection, and resolves when every request has been answered or the time is up. */
  drain: () => Promise<void>
  /** Ends what still drains. */
  cutOff: () => void
}

const drainMilliseconds = 10_000
/** Time for a client that keeps its connection to send its next request and be told there to use another. */
const idleMilliseconds = 300

export async function openHttpServer(options: { port: number; host: string }): Promise<HttpServer> {
  let handle: Fetch = () => new Response('Starting', { status: 503, headers: { 'retry-after': '1' } })
  const server = createAdaptorServer({
    fetch: (request, env) => handle(request, env as HttpBindings),
    serverOptions: {
      // A client that drips its request holds a connection no longer than this (reliability.md F5).
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      connectionsCheckingInterval: 1_000,
      // Longer than proxies keep theirs, or they would send a request into a connection that we just closed.
      keepAliveTimeout: 75_000,
    },
  }) as Server

  const open = new Set<ServerResponse>()
  let isDraining = false
  server.prependListener('request', (_request, response) => {
    open.add(response)
    response.on('close', () => open.delete(response))
    if (isDraining) response.shouldKeepAlive = false
  })

  server.on('clientError', (error, socket) => {
    // Nobody there any more, or an answer is under way, into which nothing may be written.
    if (!socket.writable || [...open].some(response => response.socket === socket)) socket.destroy()
    else void refuseUnread(error, socket)
  })

  server.listen(options)
  await once(server, 'listening').catch(error => {
    throw explainListening(error, options, 'PORT')
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
      // Not the HTTP server's own close(): that cuts idle connections at once, and a request may be under way in one.
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

type Unread = NodeJS.ErrnoException & { rawPacket?: Buffer }

function refusalOf({ code, rawPacket }: Unread): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') return new Problem('headers_too_large', 431)
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Problem('request_timeout', 408)
  // Only a request line can hold a method: TLS spoken to the wrong port is reported in the same way.
  const hasMethod = /^[!-~]+ \S+ HTTP\//.test(rawPacket?.toString('latin1', 0, 4_096) ?? '')
  if (code === 'HPE_INVALID_METHOD' && hasMethod) return new Problem('method_not_allowed', 405)
  return new Problem('request_malformed', 400)
}

/** What is no request that could be handed on is refused in the same form as all else. */
async function refuseUnread(error: Unread, socket: Duplex): Promise<void> {
  const requestId = newRequestId()
  const refusal = problemReply(refusalOf(error), requestId)
  setSecurityHeaders(refusal.headers)
  const body = await refusal.text()
  const headers = { ...Object.fromEntries(refusal.headers), 'x-request-id': requestId, connection: 'close' }
  const lines = Object.entries({ ...headers, 'content-length': Buffer.byteLength(body) })
    .map(([name, value]) => `${name}: ${value}`)
    .join('\r\n')
  socket.end(`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${lines}\r\n\r\n${body}`)
}

/** Why a port cannot be listened on; `setting` is where it comes from. */
export function explainListening(
  error: NodeJS.ErrnoException,
  { port, host }: { port: number; host: string },
  setting: 'PORT' | 'METRICS_PORT',
): Error {
  if (error.code === 'EADDRINUSE') {
    return new Refusal(`Port ${port} is already in use: stop the program that uses it, or set ${setting} to another.`)
  }
  if (error.code === 'EACCES')
    return new Refusal(`Port ${port} needs more rights than this user has: set ${setting} to 1024 or more.`)
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new Refusal(`HOST is "${host}", which is not an address of this machine.`)
  }
  return error
}
