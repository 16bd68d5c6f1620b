import { expect, it } from 'vitest'
import { mergedOf, type Rows } from './merged.ts'
import { byRows } from './merged-rows.ts'

const merged = <T extends object>(before: T, theirs: T, mine: T, rows?: Rows) => {
  const { value, both } = mergedOf(before, theirs, mine, rows)
  const replaced = [...both].flatMap(([name, isReplaced]) => (isReplaced ? name : []))
  return { value, both: [...both.keys()], ...(replaced.length > 0 && { replaced }) }
}

const round = (slot: string, time: string) => ({ slot, time })
const bySlot = byRows(({ slot }: { slot: string }) => slot)

it('what only one has changed is as they have it', () => {
  expect(merged({ a: 1, b: 1, c: 1 }, { a: 2, b: 1, c: 1 }, { a: 1, b: 3, c: 1 })).toEqual({
    value: { a: 2, b: 3, c: 1 },
    both: [],
  })
})

it('where both have, it is as mine has it, and said; in the same words there is nothing to say', () => {
  expect(merged({ a: '', b: '' }, { a: 'theirs', b: 'same' }, { a: 'mine', b: 'same' })).toEqual({
    value: { a: 'mine', b: 'same' },
    both: ['a'],
  })
})

it('what has parts is put together part by part', () => {
  const before = { fr: { subject: 'a', text: 'a' }, en: { subject: 'a', text: 'a' } }
  const theirs = { fr: { subject: 'theirs', text: 'a' }, en: { subject: 'a', text: 'theirs' } }
  const mine = { fr: { subject: 'a', text: 'mine' }, en: { subject: 'a', text: 'mine' } }
  expect(merged(before, theirs, mine)).toEqual({
    value: { fr: { subject: 'theirs', text: 'mine' }, en: { subject: 'a', text: 'mine' } },
    both: ['en'],
  })
})

it('a list is one thing, so that no row gets what was meant for another', () => {
  expect(merged({ days: [1, 2] }, { days: [1, 3] }, { days: [2, 2] })).toEqual({
    value: { days: [2, 2] },
    both: ['days'],
    replaced: ['days'],
  })
  const before = { rounds: [round('tue', ''), round('thu', '')] }
  const theirs = { rounds: [round('mon', ''), round('tue', '')] }
  const mine = { rounds: [round('tue', ''), round('thu', '10:00')] }
  expect(merged(before, theirs, mine)).toEqual({ value: mine, both: ['rounds'], replaced: ['rounds'] })
})

it('what two have typed into different cells stays', () => {
  const before = { weeks: { a: { 1: '', 2: '' }, b: { 1: '', 2: '1' } } }
  const theirs = { weeks: { a: { 1: '', 2: '' }, b: { 1: '', 2: '7' } } }
  const mine = { weeks: { a: { 1: '5', 2: '' }, b: { 1: '', 2: '1' } } }
  expect(merged(before, theirs, mine)).toEqual({
    value: { weeks: { a: { 1: '5', 2: '' }, b: { 1: '', 2: '7' } } },
    both: [],
  })
})

it('rows that are known by something come together one by one', () => {
  const before = { rounds: [round('tue', ''), round('thu', ''), round('fri', '')] }
  const theirs = { rounds: [round('mon', ''), round('tue', '9:00'), round('fri', '')] }
  const mine = { rounds: [round('tue', ''), round('thu', ''), round('fri', '10:00'), round('sat', '')] }
  expect(merged(before, theirs, mine, bySlot)).toEqual({
    value: { rounds: [round('tue', '9:00'), round('fri', '10:00'), round('sat', ''), round('mon', '')] },
    both: [],
  })
  expect(merged(before, theirs, before, bySlot)).toEqual({ value: theirs, both: [] })
})

it('a row that one has taken away and the other has changed is as mine has it, and said', () => {
  const before = { rounds: [round('tue', ''), round('thu', '')] }
  const changed = { rounds: [round('tue', '9:00'), round('thu', '')] }
  const without = { rounds: [round('thu', '')] }
  const said = { both: ['rounds'], replaced: ['rounds'] }
  expect(merged(before, changed, without, bySlot)).toEqual({ value: without, ...said })
  expect(merged(before, without, changed, bySlot).value.rounds).toContainEqual(round('tue', '9:00'))
})

it('rows of which two are known by the same are one thing', () => {
  const before = { rounds: [round('tue', '')] }
  const theirs = { rounds: [round('tue', '9:00')] }
  const mine = { rounds: [round('tue', ''), round('tue', '')] }
  expect(merged(before, theirs, mine, bySlot)).toEqual({ value: mine, both: ['rounds'], replaced: ['rounds'] })
})

it('a list that was looked at, and changed there, does not take the place of the one out of sight; a word does', () => {
  const shown = { days: [1], name: 'theirs', other: '' }
  const kept = { days: [1, 2], name: 'mine', other: '' }
  const typed = { days: [1, 3], name: 'newer', other: 'too' }
  expect(mergedOf(shown, kept, typed, undefined, true).value).toEqual({ days: [1, 2], name: 'newer', other: 'too' })
})

it('what is there no more is in it no more', () => {
  expect(merged<Record<string, string>>({ a: '', b: '' }, { a: '' }, { a: '1', b: '' })).toEqual({
    value: { a: '1' },
    both: [],
  })
})
