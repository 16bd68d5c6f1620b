import * as v from 'valibot'
import { expect, test } from 'vitest'
import { data, endpoint, Id } from '#kit/contract.ts'
import { browserPartOf } from './browser-contracts.ts'

test('of a contract the browser gets where to call and which values there are, and no schema', () => {
  const contract = {
    Shift: v.picklist(['AM', 'PM']),
    Ride: v.object({ id: Id }),
    longestNote: 500,
    rideCalls: {
      find: endpoint({
        method: 'GET',
        path: '/api/rides/:id',
        needs: 'session',
        summary: 'One ride',
        reply: data(v.object({ id: Id })),
      }),
      make: endpoint({ method: 'POST', path: '/api/rides', needs: 'session', summary: 'A ride', creates: true }),
      note: endpoint({
        method: 'GET',
        path: '/api/rides/:id/note',
        needs: 'session',
        summary: 'Its note',
        reply: 'binary',
        cookie: true,
      }),
    },
  }
  expect(browserPartOf(contract).split('\n').filter(Boolean)).toEqual([
    'export const Shift = {"options":["AM","PM"]}',
    'export const longestNote = 500',
    'export const rideCalls = {"find":{"method":"GET","path":"/api/rides/:id"},"make":{"method":"POST","path":"/api/rides","creates":true},"note":{"method":"GET","path":"/api/rides/:id/note","cookie":true,"reply":"binary"}}',
  ])
})
