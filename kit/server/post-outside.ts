import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns'
import { request as overPlain } from 'node:http'
import { request } from 'node:https'
import { BlockList, isIP } from 'node:net'

/** Addresses that are not on the internet: this machine, its network, the operator's services. */
const within = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  within.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 32],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
  ['2002::', 16],
] as const)
  within.addSubnet(net, bits, 'ipv6')

/** IPv4 in IPv6 notation is judged as IPv4. */
export const isOnInternet = (address: string): boolean => {
  const family = isIP(address)
  if (family === 0) return false
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (family === 6 && /^::ffff:/i.test(address) && !mapped) return false
  return mapped ? isOnInternet(mapped) : !within.check(address, family === 6 ? 'ipv6' : 'ipv4')
}

/** Whether a user may enter this address. What a host name resolves to is checked at the call. */
export function mayBeCalled(url: string, isWithinAllowed: boolean): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname, username, password } = new URL(url)
  if (username || password) return false
  if (isWithinAllowed) return protocol === 'https:' || protocol === 'http:'
  const host = hostname.replace(/^\[|\]$/g, '')
  return protocol === 'https:' && (isIP(host) === 0 || isOnInternet(host))
}

const longestWait = 10_000
export const notAllowed = 'address not allowed'

/**
 * Posts `body` to an address that somebody has typed, and returns the answer's status; throws when there is no answer. Names are
 * checked by what they resolve to at the moment of the call, and internal ones are refused. Redirects are not followed, and the
 * answer's body is not read.
 */
export function postOutside(url: string, { headers, body, isWithinAllowed, signal }: Outgoing): Promise<number> {
  if (!mayBeCalled(url, isWithinAllowed)) return Promise.reject(new Error(notAllowed))
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const call = new URL(url).protocol === 'https:' ? request : overPlain
  const sent = call(
    url,
    {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      // No connection reuse: each call resolves the name again.
      agent: false,
      signal: AbortSignal.any([signal, AbortSignal.timeout(longestWait)]),
      ...(isWithinAllowed ? {} : { lookup: lookupOutside }),
    },
    answer => {
      resolve(answer.statusCode ?? 0)
      answer.destroy()
    },
  )
  sent.on('error', reject)
  // An offer of another protocol counts as the answer, and is declined.
  sent.on('upgrade', (answer, socket) => {
    resolve(answer.statusCode ?? 0)
    socket.destroy()
  })
  sent.on('close', () => reject(new Error('closed')))
  sent.end(body)
  return promise
}

type Outgoing = {
  headers: Readonly<Record<string, string>>
  body: string
  /** An installation on one's own premises may call the network there, also without TLS. */
  isWithinAllowed: boolean
  signal: AbortSignal
}

type Found = (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void

function lookupOutside(host: string, options: object, found: Found): void {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error) return found(error, [])
    const [first, ...others] = addresses.filter(({ address }) => isOnInternet(address))
    if (!first || others.length + 1 < addresses.length) return found(new Error(notAllowed), [])
    if ('all' in options && options.all) return found(null, [first, ...others])
    found(null, first.address, first.family)
  })
}
