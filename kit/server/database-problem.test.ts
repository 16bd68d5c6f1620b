import { expect, it } from 'vitest'
import { Problem } from '#kit/problem.ts'
import { asProblem } from './database-problem.ts'

const brokenKey = (detail: string) =>
  Object.assign(new Error('violates foreign key constraint'), { code: '23503', table: 'pages', detail })
const meaning = (detail: string) => {
  const found = asProblem(brokenKey(detail), 'work', ['books', 'pages'])
  return found instanceof Problem ? found.code : 'a fault of ours'
}

it.each([
  ['says which', 'Key (shelf, book)=(1, books (old)) is not present in table "books".'],
  ['may not say which, where rows are hidden', 'Key is not present in table "books".'],
  ['speaks French', 'La clé n’est pas présente dans la table « books ».'],
])('what a new row belongs to has gone meanwhile: a lost race, also where the database %s', (_, detail) => {
  expect(meaning(detail)).toBe('conflict')
})

it.each([
  ['names what never goes', 'Key (shelf)=(books) is not present in table "shelves".'],
  ['is broken by what goes', 'Key is still referenced from table "pages".'],
])('a key that %s is a fault of ours', (_, detail) => {
  expect(meaning(detail)).toBe('a fault of ours')
})
