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

it('a table is put together row by row, and within each', () => {
  const before = {
    weeks: [
      { family: 'A', days: { mon: 1, tue: 1 } },
      { family: 'B', days: { mon: 1, tue: 1 } },
    ],
  }
  const theirs = {
    weeks: [
      { family: 'A', days: { mon: 1, tue: 5 } },
      { family: 'B', days: { mon: 7, tue: 1 } },
    ],
  }
  const mine = {
    weeks: [
      { family: 'A', days: { mon: 3, tue: 1 } },
      { family: 'B', days: { mon: 1, tue: 1 } },
    ],
  }
  expect(merged(before, theirs, mine)).toEqual({
    value: {
      weeks: [
        { family: 'A', days: { mon: 3, tue: 5 } },
        { family: 'B', days: { mon: 7, tue: 1 } },
      ],
    },
    both: [],
  })
})

it('a list of days, or of rows of which one has come or gone, is one thing', () => {
  expect(merged({ days: [1, 2] }, { days: [1, 3] }, { days: [2, 2] })).toEqual({
    value: { days: [2, 2] },
    both: ['days'],
  })
  const row = (name: string) => ({ name })
  expect(merged({ rows: [row('a')] }, { rows: [row('b')] }, { rows: [row('c'), row('d')] })).toEqual({
    value: { rows: [row('c'), row('d')] },
    both: ['rows'],
  })
})
