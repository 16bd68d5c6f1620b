import { countries } from '#kit/countries.ts'
import type { ElectronicAddress, InvoiceDocument, Party, Vat } from './document.ts'
import { isBlank } from './plain-words.ts'
import { type LineTotals, totalsOf } from './totals.ts'

/** Why a document cannot be issued: each breaks a European or French rule, and is reported before the document is made. */
export type DocumentFault =
  | 'number_not_allowed'
  | 'lines_missing'
  | 'price_negative'
  | 'amount_negative'
  | 'discount_too_large'
  | 'total_negative'
  | 'rate_unknown'
  | 'seller_siren_wrong'
  | 'seller_vat_number_missing'
  | 'siret_of_another'
  | 'vat_number_wrong'
  | 'country_wrong'
  | 'electronic_address_wrong'
  | 'name_missing'
  | 'mention_missing'
  | 'exemption_missing'
  | 'due_date_missing'
  | 'due_before_issued'
  | 'day_wrong'
  | 'period_backwards'
  | 'transfer_incomplete'
  | 'corrected_invoice_missing'

/** Current and former VAT rates of France (BR-FR-16). */
const frenchRates = [90, 105, 175, 210, 550, 700, 850, 920, 960, 1000, 1300, 1960, 2000, 2060]

/** Empty for a document that may be issued. */
export function faultsOf(document: InvoiceDocument): DocumentFault[] {
  const { seller, buyer, lines, adjustments, deliveredTo, mentions, exemption, issuedOn, dueOn, period, transfer } =
    document
  const parties: readonly Party[] = [seller, buyer]
  const addresses = [seller.address, buyer.address, ...(deliveredTo ? [deliveredTo.address] : [])]
  const vats = [...lines, ...adjustments].map(({ vat }) => vat)
  const days = [
    issuedOn,
    dueOn,
    document.deliveredOn,
    period?.from,
    period?.to,
    ...document.corrects.map(c => c.issuedOn),
  ]
  const { lines: lineTotals, totalCents, dueCents } = totalsOf(document)

  const faults: Record<DocumentFault, boolean> = {
    number_not_allowed: ![document.number, ...document.corrects.map(({ number }) => number)].every(isPieceNumber),
    lines_missing: lines.length === 0,
    price_negative: lines.some(({ unitPriceCents }) => unitPriceCents < 0),
    amount_negative: adjustments.some(({ cents }) => cents < 0) || document.prepaidCents < 0,
    discount_too_large: lineTotals.some(isDiscountedWrongly),
    total_negative: totalCents < 0,
    rate_unknown: vats.some(vat => !isKnown(vat)),
    seller_siren_wrong: !isSiren(seller.siren),
    seller_vat_number_missing: !seller.vatNumber && vats.some(({ category }) => category === 'S'),
    siret_of_another: parties.some(({ siren, siret }) => siret !== null && !isSiretOf(siret, siren)),
    vat_number_wrong: parties.some(
      ({ vatNumber }) => vatNumber !== null && !/^[A-Z]{2}[A-Z0-9+*.]{2,13}$/.test(vatNumber),
    ),
    country_wrong: addresses.some(({ countryCode }) => !countries.includes(countryCode)),
    electronic_address_wrong: parties.some(({ electronicAddress }) => !isElectronicAddress(electronicAddress)),
    name_missing: [
      ...parties.map(({ name }) => name),
      ...lines.map(({ label }) => label),
      ...adjustments.map(({ reason }) => reason),
    ].some(isBlank),
    mention_missing: Object.values(mentions).some(isBlank),
    exemption_missing: vats.some(({ category }) => category === 'E') && Object.values(exemption).some(isBlank),
    due_date_missing: document.kind === 'invoice' && dueCents > 0 && dueOn === null,
    due_before_issued: dueOn !== null && dueOn < issuedOn,
    day_wrong: days.some(day => day && !/^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(day)),
    period_backwards: period !== null && period.to < period.from,
    transfer_incomplete:
      transfer !== null && (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(transfer.iban) || isBlank(transfer.holder)),
    corrected_invoice_missing: document.kind === 'credit_note' && document.corrects.length === 0,
  }
  return (Object.keys(faults) as DocumentFault[]).filter(fault => faults[fault])
}

/** As every European platform accepts it (BR-FR-01, BR-FR-02). */
const isPieceNumber = (number: string) => /^[A-Za-z0-9+\-_/]{1,35}$/.test(number)

const isKnown = (vat: Vat) => vat.category === 'E' || frenchRates.includes(vat.rate)

/** A discount takes away at most the line's amount, on whichever side of zero. */
const isDiscountedWrongly = ({ grossCents, discountCents, netCents }: LineTotals) =>
  grossCents < 0 ? discountCents > 0 || netCents > 0 : discountCents < 0 || netCents < 0

/** Nine digits with a valid Luhn checksum. */
function isSiren(siren: string): boolean {
  if (!/^\d{9}$/.test(siren)) return false
  const digits = Array.from(siren, (digit, index) => Number(digit) * (index % 2 === 1 ? 2 : 1))
  return digits.reduce((total, digit) => total + (digit > 9 ? digit - 9 : digit), 0) % 10 === 0
}

const isSiretOf = (siret: string, siren: string | null) =>
  /^\d{14}$/.test(siret) && siren !== null && siret.startsWith(siren)

const isElectronicAddress = ({ scheme, id }: ElectronicAddress) =>
  id.length <= 125 && (scheme === '0225' ? /^[A-Za-z0-9+\-_.]+$/ : /^[^\s@]+@[^\s@]+$/).test(id)
