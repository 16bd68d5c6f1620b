import { describe, expect, it } from 'vitest'
import type { Stop } from './contract.ts'
import { arranged, errandOf, hasBegun, isToFetch, stateOf } from './rules.ts'

describe('a round that is put in another order', () => {
  it.each([
    ['keeps those that are not on the day’s sheet where they were', 'a b c d e', 'e c a', 'e b c d a'],
    ['takes in who is new to it, after the one before', 'a b c', 'a x c', 'a x b c'],
    ['may begin with who is new to it', 'a b', 'x b a', 'x b a'],
    ['takes in who comes alone at its end', 'a b', 'x', 'a b x'],
    ['begins with nobody', '', 'b a', 'b a'],
    ['names nobody twice', 'a b', 'b b a', 'b a'],
  ])('%s', (_, before, wanted, after) => {
    const words = (text: string) => text.split(' ').filter(Boolean)
    expect(arranged(words(before), [...new Set(words(wanted))]).join(' ')).toBe(after)
  })
})

describe('a stop', () => {
  const brought = (status: Stop['cases'][number]['status']) => ({
    id: 'c',
    code: 'T-1',
    summary: '',
    status,
    deliveryDate: '2027-06-07',
  })
  const pickup = (status: Stop['pickups'][number]['status']) => ({
    id: 'p',
    shift: 'AM' as const,
    status,
    complementaryInformation: null,
  })
  const handOver = (outcome: 'handed_over' | 'nobody_there') => ({
    id: 'h',
    outcome,
    receivedBy: null,
    signature: null,
    at: '2027-06-07T08:00:00Z',
    by: 'Paul',
  })
  it('in the morning is not there for the pickup of the afternoon, on a day that is over for both', () => {
    const begun = (shift: 'AM' | 'PM', day: string, now: string) =>
      hasBegun({ shift }, day, { now: new Date(now), zone: 'Europe/Paris' })
    expect([
      begun('AM', '2027-06-07', '2027-06-07T06:00:00Z'),
      begun('PM', '2027-06-07', '2027-06-07T09:59:00Z'),
    ]).toEqual([true, false])
    expect([
      begun('PM', '2027-06-07', '2027-06-07T10:00:00Z'),
      begun('PM', '2027-06-04', '2027-06-07T06:00:00Z'),
    ]).toEqual([true, true])
  })

  it('fetches where nobody was before, unless the half day was asked for again', () => {
    const [nobody, again] = [pickup('nobody_there'), pickup('requested')]
    expect([isToFetch(nobody, [nobody]), isToFetch(again, [nobody, again])]).toEqual([true, true])
    expect([isToFetch(nobody, [nobody, again]), isToFetch(pickup('picked_up'), [])]).toEqual([false, false])
  })

  it.each([
    ['handOver', [brought('shipped'), brought('delivered')]],
    ['handOver', [brought('in_production')]],
    ['collect', [brought('delivered')]],
    ['collect', []],
  ] as const)('is there to %s what it holds', (errand, cases) => {
    expect(errandOf({ cases: [...cases] })).toBe(errand)
  })

  it.each([
    ['open', [brought('shipped')], [], []],
    ['open', [brought('in_production')], [], []],
    // A case not shipped was not there to be handed over; once it is shipped, it is.
    ['done', [brought('in_production'), brought('delivered')], [], [handOver('handed_over')]],
    ['open', [brought('shipped'), brought('delivered')], [], [handOver('handed_over')]],
    ['open', [], [pickup('confirmed')], []],
    ['done', [brought('delivered')], [pickup('picked_up'), pickup('cancelled')], [handOver('handed_over')]],
    ['nobody_there', [brought('shipped')], [], [handOver('nobody_there')]],
    ['open', [brought('shipped')], [], [handOver('nobody_there'), handOver('handed_over')]],
  ] as const)('is %s', (state, cases, pickups, handOvers) => {
    expect(stateOf({ cases: [...cases], pickups: [...pickups], handOvers: [...handOvers] })).toBe(state)
  })
})
