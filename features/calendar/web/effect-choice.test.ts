import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { type Moving, sentMoves } from './effect-choice.tsx'
import { effectOf } from './staff-queries.ts'

const change = { what: 'closure', from: '2027-06-10', to: '2027-06-10' } as const
const sentWith = (deliveries: number, moving: Moving) => {
  const client = new QueryClient()
  client.setQueryData(effectOf(change).queryKey, { deliveries, late: 0, early: 0, shown: [], pickups: [] })
  return sentMoves(client, change, moving)
}

test('what is promised between the preview and the save moves: only what was seen is kept where it is', () => {
  expect([sentWith(0, ''), sentWith(0, 'keep')]).toEqual([
    { moves: true, early: false },
    { moves: true, early: false },
  ])
  expect([sentWith(2, 'keep'), sentWith(2, 'move'), sentWith(2, '')]).toEqual([
    { moves: false, early: false },
    { moves: true, early: false },
    { moves: undefined },
  ])
})
