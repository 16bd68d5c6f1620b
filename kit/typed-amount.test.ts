import { expect, it } from 'vitest'
import { typedCents, writtenCents } from './typed-amount.ts'

it.each([
  ['1 005', 100_500],
  ['1005', 100_500],
  ['1,00', 100],
  ['1.5', 150],
  ['1.005,00', 100_500],
  ['1,005.00', 100_500],
  ['1.234.567', 123_456_700],
  ['12,50 €', 1_250],
])('%j is typed for %i cents', (text, cents) => expect(typedCents(text)).toBe(cents))

it.each(['1,005', '1.005', '12,500 €', '-1,005'])('whether %j means thousands or cents is not guessed', text =>
  expect(typedCents(text)).toBeUndefined(),
)

it('an amount is written as its language types it, and read again as the same one', () => {
  expect([writtenCents(902_300, 'fr'), writtenCents(902_300, 'en'), writtenCents(5, 'fr')]).toEqual([
    '9023,00',
    '9023.00',
    '0,05',
  ])
  for (const cents of [0, 5, 100, 123_456_789])
    for (const language of ['fr', 'en'] as const) expect(typedCents(writtenCents(cents, language))).toBe(cents)
})
