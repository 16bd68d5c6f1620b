import { randomInt } from 'node:crypto'
import type { Logger } from 'pino'
import { plainAddress } from './ip-address.ts'

/** Services shared by all requests. An interface, so that a product can extend it. */
export interface Services {
  log: Logger
  /** How many proxies in front of us append to X-Forwarded-For; the rest of that header comes from the client. */
  trustedProxies: number
  /** Records who saw what and who was refused, without waiting for it. */
  keepSighting: (sighting: Sighting) => void
}

/** The recognised caller. A product extends it in the same way. */
export interface Caller {
  userId: string
}

/** Something that a known caller has seen, or was refused: recorded by the application for its audit. */
export type Sighting = Caller & {
  /** The endpoint's kind of view, or the refusal's code. */
  kind: string
  requestId: string
  route: string
  /** The id in the address. */
  id: string | undefined
}

export type RequestContext = {
  readonly services: Services
  readonly requestId: string
  /** From the Host header alone, lower-case, without the port. */
  readonly host: string
  /** As `plainAddress` writes it. */
  readonly address: string
  readonly headers: Headers
  /** Set once a guard has asked the database, also for callers that it then refuses. */
  caller?: Caller
  /** The id that a name in the address resolved to, for the audit line of a view. */
  found?: string
}

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A reference that a user can read out on the phone: "K7Q2-M9XD". */
export function newRequestId(): string {
  const letters = Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${letters.slice(0, 4)}-${letters.slice(4)}`
}

export const hostOf = (hostHeader: string | null | undefined): string =>
  (hostHeader ?? '').toLowerCase().replace(/:\d+$/, '')

/** The client's address as added by the outermost trusted proxy; without proxies, the socket's. */
export function clientAddress(socketAddress: string | undefined, forwardedFor: string | null, trustedProxies: number) {
  const hops = trustedProxies > 0 && forwardedFor ? forwardedFor.split(',').map(hop => hop.trim()) : []
  return plainAddress(hops[Math.max(0, hops.length - trustedProxies)] || (socketAddress ?? 'unknown'))
}
