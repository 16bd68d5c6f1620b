import { describe, expect, it } from 'vitest'
import { casesInPart, isIban, isPriced, missingOf, sumsOf, vatNumberOf } from './billing-rules.ts'

it.each([
  ['FR7630006000011234567890189', true],
  ['BE68539007547034', true],
  ['DE89370400440532013000', true],
  ['FR7630006000011234567890198', false],
  ['FR76300060000112345678901', false],
  ['fr7630006000011234567890189', false],
  ['', false],
])('the IBAN %s is right: %s', (iban, isRight) => {
  expect(isIban(iban)).toBe(isRight)
})

it('a French VAT number has its key from the SIREN', () => {
  expect(vatNumberOf('732829320')).toBe('FR44732829320')
  expect(vatNumberOf('404833048')).toBe('FR83404833048')
})

const whole = { legalName: 'SARL', siren: '732829320', hasAddress: true, vatRegime: 'number', vatNumber: null } as const

it.each([
  ['nothing, where only exempt work is sold', { ...whole, sellsTaxed: false }, []],
  ['the VAT number, where some of it is taxed', { ...whole, sellsTaxed: true }, ['vatNumber']],
  ['no VAT number of who charges none', { ...whole, vatRegime: 'small_business', sellsTaxed: true }, []],
  [
    'all of it at first',
    { ...whole, legalName: null, siren: null, hasAddress: false, sellsTaxed: false },
    ['legalName', 'siren', 'address'],
  ],
] as const)('an invoice lacks %s', (_, there, missing) => {
  expect(missingOf(there)).toEqual(missing)
})

it('cases are summed as one invoice: VAT is rounded once, what has no price is left out', () => {
  const taxed = { lines: [{ netCents: 9_999, vatRate: 2_000 }] }
  const unpriced = {
    lines: [
      { netCents: 100, vatRate: 0 },
      { netCents: null, vatRate: 0 },
    ],
  }
  expect(sumsOf([taxed, taxed, unpriced])).toEqual({ netCents: 19_998, vatCents: 4_000, totalCents: 23_998 })
  expect([taxed, unpriced, { lines: [] }].map(isPriced)).toEqual([true, false, false])
})

describe('a credit note by lines', () => {
  it('names the cases of which something stays, and no other', () => {
    const [crown, splint, inlay, advance] = [
      { order: { code: 'T-1' } },
      { order: { code: 'T-1' } },
      { order: { code: 'T-2' } },
      { order: null },
    ]
    const lines = [crown, splint, inlay, advance]
    expect(casesInPart(lines, [])).toEqual([])
    expect(casesInPart(lines, [crown, inlay])).toEqual(['T-1'])
    expect(casesInPart(lines, [crown, splint, advance])).toEqual([])
  })
})
