import { expect, test } from 'vitest'
import { pagesAround } from './pagination.tsx'

test.each([
  [1, 1, '1'],
  [1, 3, '1 2 3'],
  [1, 16, '1 2 … 16'],
  [3, 16, '1 2 3 4 … 16'],
  [4, 16, '1 2 3 4 5 … 16'],
  [8, 16, '1 … 7 8 9 … 16'],
  [13, 16, '1 … 12 13 14 15 16'],
  [16, 16, '1 … 15 16'],
  // A pasted address may ask for a page that does not exist.
  [40, 16, '1 … 16'],
])('page %i of %i shows %s', (page, count, shown) => {
  expect(
    pagesAround(page, count)
      .map(one => one ?? '…')
      .join(' '),
  ).toBe(shown)
})
