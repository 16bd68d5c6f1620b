import { expect, it } from 'vitest'
import type { RunSheet } from './contract.ts'
import { stateOf } from './rules.ts'
import { type Unsent, withUnsent } from './unsent.ts'

const day = '2027-06-07'
const practice = { id: 'p', name: 'Lilas', address: '', postalCode: '', city: '', phone: '', instruction: null }
const sheet: RunSheet = {
  day,
  leftOut: [],
  stops: [
    {
      practice,
      round: '',
      cases: [{ id: 'c', code: 'T-1', summary: '', status: 'shipped', deliveryDate: day }],
      pickups: [{ id: 'r', shift: 'AM', status: 'confirmed', complementaryInformation: null }],
      handOvers: [],
      absence: null,
      away: null,
      isClosed: false,
      lastReceivedBy: null,
    },
  ],
}
const noted = (more: Partial<Unsent['handOver']> = {}, refusal?: string): Unsent => ({
  practice: 'Lilas',
  ...(refusal ? { refusal } : {}),
  handOver: {
    id: 'h',
    practiceId: 'p',
    day,
    outcome: 'handed_over',
    orderIds: ['c'],
    rideIds: ['r'],
    at: `${day}T08:00:00Z`,
    ...more,
  },
})
const states = (...unsent: Unsent[]) => withUnsent(sheet, unsent).stops.map(stateOf)

it('what was noted without a network is done on the sheet, and nothing else', () => {
  expect(states()).toEqual(['open'])
  expect(states(noted())).toEqual(['done'])
  expect(states(noted({ rideIds: [] }))).toEqual(['open'])
  expect(states(noted({ outcome: 'nobody_there' }))).toEqual(['nobody_there'])
  expect(states(noted({ practiceId: 'q' }))).toEqual(['open'])
  expect(states(noted({ day: '2027-06-08' }))).toEqual(['open'])
  expect(states(noted({}, 'stop_done'))).toEqual(['open'])
})

it('what the laboratory has heard of stands there once', () => {
  const told = withUnsent(sheet, [noted()])
  expect(withUnsent(told, [noted()]).stops[0]?.handOvers).toHaveLength(1)
})
