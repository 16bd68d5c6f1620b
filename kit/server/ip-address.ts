import { isIP, isIPv6, SocketAddress } from 'node:net'

/**
 * The form in which addresses are compared: without port and zone, IPv6 at its shortest, and IPv4 as itself even when mapped into
 * IPv6 or translated (NAT64, RFC 6052). Anything else is returned unchanged.
 */
export function plainAddress(text: string): string {
  const address = isIP(text) ? text : (SocketAddress.parse(text)?.address ?? text)
  if (!isIPv6(address)) return address
  const shortest = shortestOf(address)
  const translated = /^64:ff9b::(?:(?:([\da-f]+):)?([\da-f]+))?$/.exec(shortest)
  const mapped = translated ? shortestOf(`::ffff:${translated[1] ?? 0}:${translated[2] ?? 0}`) : shortest
  return /^::ffff:([\d.]+)$/.exec(mapped)?.[1] ?? shortest
}

const shortestOf = (address: string) => new SocketAddress({ address, family: 'ipv6' }).address

/** The first `bits` (a multiple of 16) of a plain IPv6 address; any other address is its own network. */
export function networkOf(address: string, bits: 48 | 64): string {
  if (!isIPv6(address)) return address
  const [before = [], after = []] = address.split('::').map(half => half.split(':').filter(Boolean))
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return `${[...before, ...zeros, ...after].slice(0, bits / 16).join(':')}::/${bits}`
}
