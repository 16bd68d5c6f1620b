import { isIP, isIPv6, SocketAddress } from 'node:net'

/**
 * An address as we compare it: without port and zone, IPv6 in its shortest form, and IPv4 as itself also where it comes
 * mapped into IPv6. What is no address stays as it is.
 */
export function plainAddress(text: string): string {
  const address = isIP(text) ? text : (SocketAddress.parse(text)?.address ?? text)
  if (!isIPv6(address)) return address
  const shortest = new SocketAddress({ address, family: 'ipv6' }).address
  return /^::ffff:([\d.]+)$/.exec(shortest)?.[1] ?? shortest
}

/** Of an IPv6 address as above its first `bits`, a multiple of 16; any other is a network of its own. */
export function networkOf(address: string, bits: 48 | 64): string {
  if (!isIPv6(address)) return address
  const [before = [], after = []] = address.split('::').map(half => half.split(':').filter(Boolean))
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return `${[...before, ...zeros, ...after].slice(0, bits / 16).join(':')}::/${bits}`
}
