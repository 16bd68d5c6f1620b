import { expect, it } from 'vitest'
import { ofPractices, totalOf } from './found-query.ts'

const practices = [
  { id: 'lilas', name: 'Cabinet des Lilas' },
  { id: 'canal', name: 'Centre dentaire du Canal' },
  { id: 'quai', name: 'Cabinet du Quai' },
  { id: 'pont', name: 'Cabinet du Pont' },
]

it.each([
  ['arnaud lilas', [{ practiceId: 'lilas', search: 'arnaud' }]],
  ['cabinet des lilas 1702', [{ practiceId: 'lilas', search: '1702' }]],
  // Among practices matched by some words, only those matched by the most.
  ['zoé cabinet quai', [{ practiceId: 'quai', search: 'zoé' }]],
])('reads in “%s” whose case is meant, and which', (typed, asked) => {
  expect(ofPractices(practices, typed)).toEqual(asked)
})

it.each(['arnaud', 'lilas', 'cabinet des lilas', 'arnaud cabinet'])('asks nothing more for “%s”', typed => {
  expect(ofPractices(practices, typed)).toEqual([])
})

const counting = (...totals: number[]) => totals.map(total => ({ page: { total } }))

it('never says that there is less than what is there, and counts the cases of two practices together', () => {
  expect(totalOf(30, counting(3, 20, 25))).toBe(45)
  expect(totalOf(25, counting(60, 20))).toBe(60)
  expect(totalOf(6, counting(4, 2))).toBe(6)
})
