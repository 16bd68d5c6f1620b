import { isIP, isIPv6, SocketAddress } from 'node:net'

/**
 * An address as we compare it: without port and zone, IPv6 in its shortest form, and IPv4 as itself also where it comes
 * mapped into IPv6 or translated (NAT64, RFC 6052). What is no address stays as it is.
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

/** Of an IPv6 address as above its first `bits`, a multiple of 16; any other is a network of its own. */
export function networkOf(address: string, bits: 48 | 64): string {
  if (!isIPv6(address)) return address
  const [before = [], after = []] = address.split('::').map(half => half.split(':').filter(Boolean))
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return `${[...before, ...zeros, ...after].slice(0, bits / 16).join(':')}::/${bits}`
}
