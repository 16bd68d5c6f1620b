import { randomInt } from 'node:crypto'
import type { Logger } from 'pino'
import { plainAddress } from './ip-address.ts'

/** What every request needs and no request owns. An interface, so that a product adds its own to it. */
export interface Services {
  log: Logger
  /** How many proxies in front of us add to X-Forwarded-For; the rest of that header is the client's own invention. */
  trustedProxies: number
  /** Keeps who saw what and who was refused, without waiting for it. */
  keepSighting: (sighting: Sighting) => void
}

/** Who was recognised. A product says more of them in the same way. */
export interface Caller {
  userId: string
}

/** Something that somebody known has seen, or was refused: what the application keeps for its audit. */
export type Sighting = Caller & {
  /** What the endpoint says it shows, or which refusal it was. */
  kind: string
  requestId: string
  route: string
  /** What the address named. */
  id: string | undefined
}

export type RequestContext = {
  readonly services: Services
  readonly requestId: string
  /** From the Host header alone, small letters, without the port. */
  readonly host: string
  /** As `plainAddress` writes it. */
  readonly address: string
  readonly headers: Headers
  /** Known once a guard has asked the database, to whoever it then refuses as well. */
  caller?: Caller
  /** What a name in the address has led to, for the line that a view leaves. */
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

/** The nearest address that a trusted proxy has written; without proxies, the socket's. */
export function clientAddress(socketAddress: string | undefined, forwardedFor: string | null, trustedProxies: number) {
  const hops = trustedProxies > 0 && forwardedFor ? forwardedFor.split(',').map(hop => hop.trim()) : []
  return plainAddress(hops[Math.max(0, hops.length - trustedProxies)] || (socketAddress ?? 'unknown'))
}
