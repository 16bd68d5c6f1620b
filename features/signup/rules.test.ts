import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isMailAddress } from './input.ts'
import { identifierToKeep, phoneFault, readIdentifier } from './rules.ts'

describe('the number of a practice', () => {
  it.each([
    ['732829320', { kind: 'siren' }],
    ['404 833 048', { kind: 'siren' }],
    ['404833047', { kind: 'siren', fault: 'check_digit' }],
    ['73282932000074', { kind: 'siret' }],
    ['732 829 320 00074', { kind: 'siret' }],
    ['356.000.000.00048', { kind: 'siret' }],
    ['35600000009075', { kind: 'siret' }],
    ['73282932000079', { kind: 'siret', fault: 'check_digit' }],
    ['35600000009076', { kind: 'siret', fault: 'check_digit' }],
    ['73282932100074', { kind: 'siret', fault: 'siren' }],
    ['10003456789', { kind: 'rpps' }],
    ['8 10003456789', { kind: 'rpps' }],
    ['710003456789', { kind: 'unknown', fault: 'length' }],
    ['12345', { kind: 'unknown', fault: 'length' }],
    ['FR44732829320', { kind: 'unknown', fault: 'letters' }],
    ['en cours', { kind: 'unknown', fault: 'letters' }],
    ['', { kind: 'unknown', fault: 'letters' }],
  ])('%s is %o', (given, expected) => {
    expect(readIdentifier(given)).toEqual(expected)
  })

  it.each([
    ['810003456789', '10003456789'],
    ['8 100 034 567 89', '100 034 567 89'],
    ['8.10003456789', '10003456789'],
    ['80003456789', '80003456789'],
    ['849 332 001', '849 332 001'],
    ['80 en cours', '80 en cours'],
  ])('%s is kept as %s: of its 8 an RPPS is relieved, and nothing else', (given, kept) => {
    expect(identifierToKeep(given)).toBe(kept)
  })

  it('of the other companies is not let off the check digit by a sum of its digits', () => {
    // Adds up to a multiple of five, and is no SIRET.
    expect(readIdentifier('73282932000072')).toEqual({ kind: 'siret', fault: 'check_digit' })
  })

  it('with one digit mistyped is found out', () => {
    const mistyped = fc.tuple(fc.nat(13), fc.integer({ min: 1, max: 9 }))
    fc.assert(
      fc.property(mistyped, ([place, by]) => {
        const digits = [...'73282932000074']
        digits[place] = String((Number(digits[place]) + by) % 10)
        expect(readIdentifier(digits.join('')).fault).toBeDefined()
      }),
    )
  })
})

describe('an address for mails', () => {
  it.each(['claire@cabinet.fr', 'c.martin+labo@cabinet-martin.example.com', 'a@b.co'])('is %s', text => {
    expect(isMailAddress(text)).toBe(true)
  })
  it.each([
    'claire',
    'claire@',
    'claire@gmail',
    'a@b..fr',
    'a@.fr',
    'a@b.fr.',
    'a b@c.fr',
    'a@b.fr, c@d.fr',
    'a@b@c.fr',
    '<a@b.fr>',
  ])('is not %s', text => {
    expect(isMailAddress(text)).toBe(false)
  })
})

describe('a telephone number', () => {
  it.each([
    ['01 23 45 67 89', 'FR', undefined],
    ['0123456789', 'FR', undefined],
    ['+33 1 23 45 67 89', 'FR', undefined],
    ['0033 123456789', 'FR', undefined],
    ['01 23 45 67 89 poste 12', 'FR', undefined],
    ['+41 22 123 45 67', 'FR', undefined],
    ['022 123 45', 'CH', undefined],
    ['0612', 'FR', 'missing'],
    ['aucun', 'FR', 'missing'],
    ['+33', 'CH', 'missing'],
    ['06 12 34 56 7', 'FR', 'ten'],
    ['06 12 34 56 78 9', 'FR', 'ten'],
  ] as const)('%s in %s: %s', (given, country, fault) => expect(phoneFault(given, country)).toBe(fault))
})
