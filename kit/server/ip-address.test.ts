import { expect, it } from 'vitest'
import { networkOf, plainAddress } from './ip-address.ts'

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['192.0.2.7:50123', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:C000:0207', '192.0.2.7'],
  ['[::ffff:192.0.2.7]:443', '192.0.2.7'],
  ['64:ff9b::192.0.2.7', '192.0.2.7'],
  ['64:FF9B::C000:0207', '192.0.2.7'],
  ['[64:ff9b::c000:207]:443', '192.0.2.7'],
  ['64:ff9b::0.0.2.7', '0.0.2.7'],
  ['64:ff9b::192.0.0.0', '192.0.0.0'],
  ['64:ff9b::', '0.0.0.0'],
  ['64:ff9b::1:c000:207', '64:ff9b::1:c000:207'],
  ['64:ff9b:1::c000:207', '64:ff9b:1::c000:207'],
  ['2001:0DB8:0:0:0:0:0:1', '2001:db8::1'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['unknown', 'unknown'],
])('%s counts as %s', (written, expected) => {
  expect(plainAddress(written)).toBe(expected)
})

it.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0:0::/64', '2001:db8:0::/48'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['::1', '0:0:0:0::/64', '0:0:0::/48'],
  ['192.0.2.7', '192.0.2.7', '192.0.2.7'],
  ['unknown', 'unknown', 'unknown'],
])('%s belongs to %s, and further out to %s', (address, narrow, wide) => {
  expect([networkOf(address, 64), networkOf(address, 48)]).toEqual([narrow, wide])
})
