import type { Adjustment, Discount, DocumentLine, InvoiceDocument, RateHundredths, Vat } from './document.ts'

export type LineTotals = { grossCents: number; discountCents: number; netCents: number }
export type VatTotals = { vat: Vat; basisCents: number; vatCents: number }

export type Totals = {
  lines: readonly LineTotals[]
  /** Sum of the lines before VAT (BT-106). */
  linesCents: number
  /** BT-107 and BT-108. */
  allowancesCents: number
  chargesCents: number
  /** Before VAT (BT-109). */
  netCents: number
  /** Exempt first, then by ascending rate, one entry each (BG-23). */
  vat: readonly VatTotals[]
  /** BT-110 */
  vatCents: number
  /** With VAT (BT-112). */
  totalCents: number
  prepaidCents: number
  /** BT-115 */
  dueCents: number
}

/**
 * Computes a document in whole cents as EN 16931 does (BR-CO-10 to BR-CO-17): each line is rounded, VAT once for each
 * rate on the sum it taxes, never line by line.
 */
export function totalsOf(document: {
  lines: readonly Pick<DocumentLine, 'quantity' | 'unitPriceCents' | 'discount' | 'vat'>[]
  adjustments: readonly Pick<Adjustment, 'kind' | 'cents' | 'vat'>[]
  creditedVat: InvoiceDocument['creditedVat']
  prepaidCents: number
}): Totals {
  const lines = document.lines.map(lineTotals)
  const linesCents = sum(lines.map(line => line.netCents))
  const ofKind = (kind: Adjustment['kind']) =>
    sum(document.adjustments.filter(adjustment => adjustment.kind === kind).map(({ cents }) => whole(cents)))
  const allowancesCents = ofKind('allowance')
  const chargesCents = ofKind('charge')
  const netCents = linesCents - allowancesCents + chargesCents

  const bases = new Map<RateHundredths, number>()
  const add = (vat: Vat, cents: number) => bases.set(rateOf(vat), (bases.get(rateOf(vat)) ?? 0) + cents)
  for (const [index, line] of document.lines.entries()) add(line.vat, lines[index]?.netCents ?? 0)
  for (const { kind, cents, vat } of document.adjustments) add(vat, kind === 'charge' ? cents : -cents)
  const vat = [...bases]
    .sort(([one], [other]) => one - other)
    .map(([rate, basisCents]) => ({
      vat: vatOf(rate),
      basisCents,
      vatCents: document.creditedVat?.[rate] ?? shareOf(basisCents, rate),
    }))

  const vatCents = sum(vat.map(part => part.vatCents))
  const totalCents = netCents + vatCents
  const prepaidCents = whole(document.prepaidCents)
  return {
    lines,
    linesCents,
    allowancesCents,
    chargesCents,
    netCents,
    vat,
    vatCents,
    totalCents,
    prepaidCents,
    dueCents: totalCents - prepaidCents,
  }
}

/** 0 for exempt. */
export const rateOf = (vat: Vat): RateHundredths => (vat.category === 'E' ? 0 : vat.rate)
const vatOf = (rate: RateHundredths): Vat => (rate === 0 ? { category: 'E' } : { category: 'S', rate })

function lineTotals({
  quantity,
  unitPriceCents,
  discount,
}: Pick<DocumentLine, 'quantity' | 'unitPriceCents' | 'discount'>) {
  const grossCents = whole(whole(quantity) * whole(unitPriceCents))
  const discountCents = discountOf(grossCents, discount)
  return { grossCents, discountCents, netCents: grossCents - discountCents }
}

const discountOf = (grossCents: number, discount: Discount | null) => {
  if (!discount) return 0
  return 'share' in discount ? shareOf(grossCents, discount.share) : whole(discount.cents)
}

/** Rounds half a cent away from zero, as in trade. BigInt, since the product may exceed what a number holds exactly. */
export function shareOf(cents: number, share: RateHundredths): number {
  const product = BigInt(whole(cents)) * BigInt(whole(share))
  const half = product < 0n ? -5_000n : 5_000n
  return Number((product + half) / 10_000n)
}

const sum = (amounts: readonly number[]) => whole(amounts.reduce((total, cents) => total + cents, 0))

function whole(amount: number): number {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`not a whole number of cents or pieces: ${amount}`)
  // Avoids -0, which prints as "-0".
  return amount + 0
}
