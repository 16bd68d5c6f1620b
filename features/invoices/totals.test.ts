import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyInvoice, documentLine, exempt, invoiceDocument, taxed } from '#test/invoice-documents.ts'
import { shareOf, totalsOf } from './totals.ts'

const totals = (...[values]: Parameters<typeof invoiceDocument>) => totalsOf(invoiceDocument(values))

describe('the totals of a document', () => {
  it('tax once for each rate, on the sum and not line by line', () => {
    const line = documentLine({ unitPriceCents: 112, vat: taxed })
    // 22.4 cents each, 67.2 together.
    expect(totals({ lines: [line, line, line] })).toMatchObject({ netCents: 336, vatCents: 67, totalCents: 403 })
  })

  it('keep what is exempt apart from what is taxed', () => {
    const { vat, netCents, vatCents, dueCents } = totals({
      lines: [
        documentLine({ quantity: 2, unitPriceCents: 12_000 }),
        documentLine({ unitPriceCents: 8_000, vat: taxed }),
        documentLine({ unitPriceCents: 1_999, vat: { category: 'S', rate: 550 } }),
      ],
      prepaidCents: 5_000,
    })
    expect(vat).toEqual([
      { vat: exempt, basisCents: 24_000, vatCents: 0 },
      { vat: { category: 'S', rate: 550 }, basisCents: 1_999, vatCents: 110 },
      { vat: taxed, basisCents: 8_000, vatCents: 1_600 },
    ])
    expect({ netCents, vatCents, dueCents }).toEqual({ netCents: 33_999, vatCents: 1_710, dueCents: 30_709 })
  })

  it('take discounts off the line, and what concerns the whole off its rate', () => {
    const { lines, linesCents, allowancesCents, chargesCents, vat } = totals({
      lines: [
        documentLine({ quantity: 3, unitPriceCents: 3_333, discount: { share: 1_250 } }),
        documentLine({ unitPriceCents: 500, discount: { cents: 500 }, vat: taxed }),
      ],
      adjustments: [
        { kind: 'allowance', cents: 100, reason: 'Geste commercial', vat: exempt },
        { kind: 'charge', cents: 900, reason: 'Transport', vat: taxed },
      ],
    })
    expect(lines).toEqual([
      { grossCents: 9_999, discountCents: 1_250, netCents: 8_749 },
      { grossCents: 500, discountCents: 500, netCents: 0 },
    ])
    expect({ linesCents, allowancesCents, chargesCents }).toEqual({
      linesCents: 8_749,
      allowancesCents: 100,
      chargesCents: 900,
    })
    expect(vat.map(({ basisCents, vatCents }) => [basisCents, vatCents])).toEqual([
      [8_649, 0],
      [900, 180],
    ])
  })

  it('round half a cent away from zero, exactly however much it is', () => {
    expect([shareOf(25, 2_000), shareOf(-25, 2_000), shareOf(1, 5_000), shareOf(-1, 5_000)]).toEqual([5, -5, 1, -1])
    expect(shareOf(9_007_199_254_740_991, 2_000)).toBe(1_801_439_850_948_198)
    expect(Object.is(shareOf(-1, 0), 0)).toBe(true)
  })

  it('refuse what is no whole number of cents', () => {
    for (const unitPriceCents of [0.5, Number.NaN, 2 ** 53]) {
      expect(() => totals({ lines: [documentLine({ unitPriceCents })] })).toThrow(RangeError)
    }
    expect(() => totals({ prepaidCents: 0.1 })).toThrow(RangeError)
  })

  it('always add up', () => {
    fc.assert(
      fc.property(anyInvoice({ maxLines: 40 }), document => {
        const reckoned = totalsOf(document)
        const sum = (amounts: readonly number[]) => amounts.reduce((total, cents) => total + cents, 0)
        expect(sum(reckoned.vat.map(part => part.basisCents))).toBe(reckoned.netCents)
        expect(sum(reckoned.lines.map(line => line.netCents))).toBe(reckoned.linesCents)
        expect(reckoned.netCents + sum(reckoned.vat.map(part => part.vatCents))).toBe(reckoned.totalCents)
        expect(reckoned.totalCents - reckoned.prepaidCents).toBe(reckoned.dueCents)
      }),
      { numRuns: 50 },
    )
  })
})
