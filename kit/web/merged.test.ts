import { expect, it } from 'vitest'
import { mergedOf } from './merged.ts'

const merged = <T extends object>(before: T, theirs: T, mine: T) => {
  const { value, both } = mergedOf(before, theirs, mine)
  return { value, both: [...both] }
}

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
  })
  const round = (weekday: string, time: string) => ({ weekday, time })
  const before = { rounds: [round('tue', ''), round('thu', '')] }
  const theirs = { rounds: [round('mon', ''), round('tue', '')] }
  const mine = { rounds: [round('tue', ''), round('thu', '10:00')] }
  expect(merged(before, theirs, mine)).toEqual({ value: mine, both: ['rounds'] })
})

it('what is there no more is in it no more', () => {
  expect(merged<Record<string, string>>({ a: '', b: '' }, { a: '' }, { a: '1', b: '' })).toEqual({
    value: { a: '1' },
    both: [],
  })
})
