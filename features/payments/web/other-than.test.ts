import { expect, it } from 'vitest'
import { otherThan } from './other-than.ts'

it('other money is said of what the question has named, and of everything where it has named nothing', () => {
  const id = '0193c5a0-0000-7000-8000-000000000001'
  expect(otherThan([id])).toEqual({ besides: [id] })
  // To a server of the release before, `besides` is an unknown field, whatever it holds.
  expect(otherThan([])).toEqual({ isAnother: true })
})
