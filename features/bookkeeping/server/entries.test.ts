import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { usualCustomerAccount } from '../customer-input.ts'
import { usualAccounts } from '../rules.ts'
import { entryOf } from './entries.ts'
import { entriesFile } from './entries-file.ts'
import type { BookedPiece } from './sql.ts'

const practiceId = '0b5d3c1e-7f2a-4c1b-9d3e-a1b2c3d4e5f6'

const piece = (values: Partial<BookedPiece>): BookedPiece => ({
  type: 'invoice',
  pieceCode: 'FA-2026-000001',
  issuedOn: '2026-11-30',
  amountCents: 10_000,
  practiceId,
  practice: 'Cabinet des Lilas',
  customerAccount: null,
  corrects: null,
  returnedAs: null,
  mode: null,
  means: null,
  receivedOn: null,
  payerReference: null,
  taxes: [{ vatRate: 0, baseCents: 10_000, taxCents: 0 }],
  ...values,
})
const mixed = piece({
  amountCents: 22_000,
  taxes: [
    { vatRate: 0, baseCents: 10_000, taxCents: 0 },
    { vatRate: 2_000, baseCents: 10_000, taxCents: 2_000 },
  ],
})
const sidesOf = (values: BookedPiece) =>
  entryOf(values, usualAccounts).lines.map(({ use, debitCents, creditCents }) => [use, debitCents, creditCents])

describe('an entry', () => {
  it('of an invoice: the practice owes what was sold, each kind of sale and its VAT for itself', () => {
    expect(sidesOf(mixed)).toEqual([
      ['customers', 22_000, 0],
      ['exemptSales', 0, 10_000],
      ['taxedSales', 0, 10_000],
      ['vat', 0, 2_000],
    ])
  })

  it('of a credit note stands on the other side', () => {
    expect(sidesOf({ ...mixed, type: 'credit', amountCents: -22_000 })).toEqual([
      ['customers', 0, 22_000],
      ['exemptSales', 10_000, 0],
      ['taxedSales', 10_000, 0],
      ['vat', 2_000, 0],
    ])
  })

  it.each([
    ['card', null, 'cards'],
    ['manual', 'card', 'cards'],
    ['manual', 'check', 'cheques'],
    ['manual', 'cash', 'cash'],
    ['manual', 'transfer', 'bank'],
    ['manual', 'direct_debit', 'bank'],
    ['transfer', null, 'bank'],
    // The means was left unspecified.
    ['manual', 'other', 'bank'],
  ] as const)('of a payment by %s (%s) is money in %s, and undone there where it was a mistake', (mode, means, use) => {
    const paid = piece({ type: 'paiement', amountCents: -5_000, mode, means, taxes: [] })
    expect(sidesOf(paid)).toEqual([
      ['customers', 0, 5_000],
      [use, 5_000, 0],
    ])
    expect(sidesOf({ ...paid, amountCents: 5_000, returnedAs: 'mistake' })).toEqual([
      ['customers', 5_000, 0],
      [use, 0, 5_000],
    ])
  })

  it.each(['rejection', 'refund'] as const)(
    'of money that went back (%s) comes out of the bank, where it had come to',
    as => {
      const back = piece({ type: 'paiement', amountCents: 5_000, returnedAs: as, taxes: [] })
      for (const means of ['check', 'cash', 'card', 'transfer'] as const)
        expect(sidesOf({ ...back, mode: 'manual', means })).toEqual([
          ['customers', 5_000, 0],
          ['bank', 0, 5_000],
        ])
      expect(sidesOf({ ...back, mode: 'transfer' })[1]).toEqual(['bank', 0, 5_000])
      // Refunds go back to the card that paid here.
      expect(sidesOf({ ...back, mode: 'card' })[1]).toEqual(['cards', 0, 5_000])
    },
  )

  it('comes out even, whatever was sold', () => {
    const tax = fc
      .record({ vatRate: fc.constantFrom(0, 550, 1_000, 2_000), baseCents: fc.nat(10_000_000) })
      .map(({ vatRate, baseCents }) => ({ vatRate, baseCents, taxCents: Math.round((baseCents * vatRate) / 10_000) }))
    fc.assert(
      fc.property(fc.array(tax, { maxLength: 4 }), fc.boolean(), (taxes, isCredit) => {
        const whole = taxes.reduce((sum, { baseCents, taxCents }) => sum + baseCents + taxCents, 0)
        const { lines } = entryOf(
          piece({ taxes, type: isCredit ? 'credit' : 'invoice', amountCents: isCredit ? -whole : whole }),
          usualAccounts,
        )
        const left = lines.reduce((sum, { debitCents, creditCents }) => sum + debitCents - creditCents, 0)
        expect(left).toBe(0)
        for (const { debitCents, creditCents } of lines) expect([debitCents > 0, creditCents > 0]).toContain(false)
        for (const { debitCents, creditCents } of lines) expect(debitCents + creditCents).toBeGreaterThan(0)
      }),
    )
  })

  it('of parts that differ from their whole is none', () => {
    expect(() => entryOf(piece({ amountCents: 10_001 }), usualAccounts)).toThrow(/by 1 cents/)
  })
})

describe('the file', () => {
  const cellsOf = (...pieces: BookedPiece[]) =>
    entriesFile(
      pieces.map(one => entryOf(one, usualAccounts)),
      usualAccounts,
    )
      .split('\r\n')
      .map(line => line.split('\t'))

  it('has the columns of the law, a line for each part, and days and amounts as it wants them', () => {
    const [heads, ...lines] = cellsOf(mixed)
    expect(heads).toHaveLength(18)
    expect(heads?.slice(0, 5)).toEqual(['JournalCode', 'JournalLib', 'EcritureNum', 'EcritureDate', 'CompteNum'])
    expect(lines.at(-1)).toEqual([''])
    expect(lines[0]).toEqual([
      'VE',
      'Ventes',
      'FA-2026-000001',
      '20261130',
      '411000',
      'Clients',
      usualCustomerAccount(practiceId),
      'Cabinet des Lilas',
      'FA-2026-000001',
      '20261130',
      'Facture FA-2026-000001',
      '220,00',
      '0,00',
      '',
      '',
      '20261130',
      '',
      '',
    ])
    expect(lines[3]?.slice(4, 8)).toEqual(['445710', 'TVA collectée', '', ''])
    for (const line of lines.slice(0, -1)) expect(line).toHaveLength(18)
  })

  it('says of a payment when the money came, and what its receipt corrects', () => {
    const [, first] = cellsOf(
      piece({
        type: 'paiement',
        pieceCode: 'RE-2026-000007',
        amountCents: -5_000,
        mode: 'manual',
        means: 'check',
        receivedOn: '2026-11-27',
        payerReference: '0004512',
        taxes: [],
      }),
    )
    expect(first?.slice(8, 11)).toEqual(['RE-2026-000007', '20261127', 'Règlement RE-2026-000007 · 0004512'])
  })

  it('stays in its columns, and is no formula, whatever a practice is called', () => {
    const [, first] = cellsOf(piece({ practice: '=Lilas\t1\r\n2\u2028' }))
    expect(first?.[7]).toBe("'=Lilas 1 2")
    expect(first).toHaveLength(18)
  })
})
