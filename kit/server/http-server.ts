import { once } from 'node:events'
import type { Server, ServerResponse } from 'node:http'
import { type AddressInfo, Server as NetServer } from 'node:net'
import { createAdaptorServer, type HttpBindings } from '@hono/node-server'
import { Refusal } from './refusal.ts'

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

  server.listen(options)
  await once(server, 'listening').catch(error => {
    throw explain(error, options)
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

function explain(error: NodeJS.ErrnoException, { port, host }: { port: number; host: string }): Error {
  if (error.code === 'EADDRINUSE') {
    return new Refusal(`Port ${port} is already in use: stop the program that uses it, or set PORT to another.`)
  }
  if (error.code === 'EACCES')
    return new Refusal(`Port ${port} needs more rights than this user has: set PORT to 1024 or more.`)
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new Refusal(`HOST is "${host}", which is not an address of this machine.`)
  }
  return error
}
