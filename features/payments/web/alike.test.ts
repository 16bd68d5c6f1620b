import { expect, it } from 'vitest'
import { groupsOf } from './alike.ts'

it('parts of an entry stay together, though a later answer names a payment of its whole amount', () => {
  const parts = [
    { id: 'a', amountCents: 18_000 },
    { id: 'b', amountCents: 12_000 },
  ]
  const whole = [{ id: 'c', amountCents: 30_000 }]
  expect([parts, whole].flatMap(alike => groupsOf(alike, 30_000))).toEqual([['a', 'b'], ['c']])
  expect(groupsOf([...whole, { id: 'd', amountCents: 30_000 }], 30_000)).toEqual([['c'], ['d']])
})
