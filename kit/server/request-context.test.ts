import { expect, it } from 'vitest'
import { clientAddress, hostOf, newRequestId } from './request-context.ts'

it.each([
  ['without proxies the socket counts, whatever the header claims', '203.0.113.1', 0, '192.0.2.7'],
  [
    'behind one proxy its word counts, not what the client wrote before it',
    '203.0.113.1, 198.51.100.2',
    1,
    '198.51.100.2',
  ],
  ['behind two, the outer one’s', '203.0.113.1, 198.51.100.2, 10.0.0.3', 2, '198.51.100.2'],
  ['with fewer hops than proxies, the first there is', '198.51.100.2', 3, '198.51.100.2'],
  ['an empty word is none', ' , ', 1, '192.0.2.7'],
  ['an IPv4 address mapped into IPv6 is that address', '::ffff:198.51.100.2', 1, '198.51.100.2'],
  ['a proxy that writes the port too', '[2001:DB8::2]:50123', 1, '2001:db8::2'],
])('%s', (_, forwardedFor, proxies, expected) => {
  expect(clientAddress('192.0.2.7', forwardedFor, proxies)).toBe(expected)
})

it('knows a socket on both kinds of network by its IPv4 address', () => {
  expect(clientAddress('::ffff:192.0.2.7', null, 0)).toBe('192.0.2.7')
})

it('reads the host in small letters and without its port', () => {
  expect(hostOf('Ivoire.LOCALHOST:3000')).toBe('ivoire.localhost')
  expect(hostOf(null)).toBe('')
})

it('makes references that can be read out on the phone', () => {
  const ids = new Set(Array.from({ length: 1_000 }, newRequestId))
  expect(ids.size).toBe(1_000)
  for (const id of ids) expect(id).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)
})
