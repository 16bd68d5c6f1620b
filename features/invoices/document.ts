import type { PaymentReturn } from '#features/payments/rules.ts'
import type { Day } from '#kit/day.ts'
import type { Language } from '#kit/language.ts'

/** 2000 is 20 %. */
export type RateHundredths = number

/** `E`: exempt, for the one reason the document gives. `S`: taxed, at a rate above zero. */
export type Vat = { category: 'E' } | { category: 'S'; rate: RateHundredths }

/** Reduces the line before VAT, by a share in hundredths of a percent or by whole cents. Never below zero. */
export type Discount = { share: RateHundredths } | { cents: number }

export type DocumentLine = {
  /** What was delivered, in the document's language. */
  label: string
  description: string | null
  /** The laboratory's own reference, as in its catalogue. */
  reference: string | null
  /** Whole pieces; negative for a return. */
  quantity: number
  /** Before VAT, never below zero. */
  unitPriceCents: number
  discount: Discount | null
  vat: Vat
  /** The line's case. The patient appears as a code, as everywhere on paper. */
  case: { code: string; patientCode: string; practiceReference: string | null } | null
}

/** Reduces or increases the whole document before VAT; each VAT rate has its own. */
export type Adjustment = { kind: 'allowance' | 'charge'; cents: number; reason: string; vat: Vat }

export type Address = { lines: readonly string[]; postalCode: string; city: string; countryCode: string }

/** Where a platform delivers e-invoices: `0225` is the French directory (a SIREN, optionally with a suffix), `EM` a mailbox. */
export type ElectronicAddress = { scheme: '0225' | 'EM'; id: string }

export type Party = {
  name: string
  address: Address
  /** 9 digits. */
  siren: string | null
  /** 14 digits, of the same company. */
  siret: string | null
  /** "FR44732829320" */
  vatNumber: string | null
  electronicAddress: ElectronicAddress
}

export type Seller = Party & {
  siren: string
  phone: string | null
  email: string | null
  /** "SAS au capital de 10 000 €, RCS Lyon 732 829 320": what the law requires of a company on its papers. */
  legalForm: string | null
}

/** Printed on each document, and embedded as the notes AAB, PMD and PMT. */
export type Mentions = { earlyPayment: string; latePayment: string; recovery: string }

/** An exemption reason of the VATEX list, with the law's wording. */
export type Exemption = { code: string; reason: string }

export type DocumentLook = {
  /** The laboratory's colour, `#rrggbb`. */
  color: string
  /** PNG or JPEG bytes; nothing is fetched. */
  logo: Uint8Array | null
}

/**
 * Everything an invoice, a credit note or a pro forma says; nothing is looked up, and equal input gives equal bytes.
 * Amounts are whole cents of euro and positive on credit notes, too: the kind tells them apart.
 */
export type InvoiceDocument = {
  kind: 'invoice' | 'credit_note' | 'pro_forma'
  /** "FA-2026-000123" */
  number: string
  issuedOn: Day
  /** When the laboratory made it: the date inside the file. */
  issuedAt: Date
  /** Null where nothing is to be paid. */
  dueOn: Day | null
  deliveredOn: Day | null
  /** For documents covering several deliveries. */
  period: { from: Day; to: Day } | null
  language: Language
  look: DocumentLook
  seller: Seller
  buyer: Party
  /** Only when it differs from the buyer's address. */
  deliveredTo: { name: string; address: Address } | null
  /** The kind of operations, which the law requires. */
  nature: 'goods' | 'services' | 'mixed'
  /** The seller has opted to owe VAT on invoicing, and must say so. */
  isVatOnDebits: boolean
  /** The buyer's name in the practice's own software (a service, a department). */
  buyerReference: string | null
  /** The practice's own order number. */
  orderReference: string | null
  lines: readonly DocumentLine[]
  adjustments: readonly Adjustment[]
  exemption: Exemption
  /**
   * A credit note's VAT by rate, as the ledger gives it back: the credit notes of an invoice add up to its VAT, so that
   * one of them may differ by a cent from its rate. Null where VAT is computed.
   */
  creditedVat: Readonly<Record<RateHundredths, number>> | null
  /** Paid before it was issued. */
  prepaidCents: number
  transfer: { iban: string; bic: string | null; holder: string; reference: string } | null
  mentions: Mentions
  /** The laboratory's own words, below the totals. */
  note: string | null
  /** The invoices that a credit note takes back. */
  corrects: readonly { number: string; issuedOn: Day }[]
}

/** The exemption of dental prostheses and their repair. */
export const dentalExemption: Exemption = {
  code: 'VATEX-FR-CGI261-4',
  reason: 'Exonération de TVA, art. 261, 4, 1° du CGI',
}

const words: Record<Language, Mentions> = {
  fr: {
    earlyPayment: 'Pas d’escompte pour paiement anticipé.',
    latePayment:
      'En cas de retard de paiement, pénalités au taux de trois fois le taux d’intérêt légal, exigibles sans rappel (art. L. 441-10 du code de commerce).',
    recovery: 'Indemnité forfaitaire pour frais de recouvrement en cas de retard de paiement\u00a0: 40\u00a0€.',
  },
  en: {
    earlyPayment: 'No discount for early payment.',
    latePayment:
      'Late payment bears interest at three times the French legal rate, due without a reminder (art. L. 441-10 of the French Commercial Code).',
    recovery: 'Fixed compensation for recovery costs in the event of late payment: €40.',
  },
}

/** The legal mentions of invoices between businesses, for laboratories that have not worded their own. */
export const usualMentions = (language: Language): Mentions => words[language]

/** The directory's address where the SIREN is known, else the mailbox; null without either. */
export function electronicAddressOf(party: { siren: string | null; email: string | null }): ElectronicAddress | null {
  if (party.siren) return { scheme: '0225', id: party.siren }
  return party.email ? { scheme: 'EM', id: party.email } : null
}

/** Confirms money received, and what it was set against. Not a tax document, so nothing machine-readable is embedded. */
export type ReceiptDocument = {
  /** For money taken back, the reason. */
  kind: 'payment' | PaymentReturn
  number: string
  issuedAt: Date
  receivedOn: Day
  language: Language
  look: DocumentLook
  seller: Seller
  buyer: Party
  amountCents: number
  mode: 'card' | 'transfer' | 'check' | 'cash' | 'direct_debit' | 'other'
  /** The reference of the bank or card provider. */
  reference: string | null
  /** The receipt of the payment that was taken back. */
  gaveBack: { number: string; issuedOn: Day } | null
  /** `dueCents`: what is left of the piece after this payment. */
  allocations: readonly {
    pieceCode: string
    issuedOn: Day
    totalCents: number
    allocatedCents: number
    dueCents: number
  }[]
}

/** A practice's account over a period. Positive amounts are owed by the practice. */
export type StatementDocument = {
  from: Day
  to: Day
  issuedAt: Date
  language: Language
  look: DocumentLook
  seller: Seller
  buyer: Party
  openingCents: number
  /** In order. Positive adds to what is owed (pieces), negative reduces it (payments, credits). */
  entries: readonly {
    on: Day
    kind: StatementEntryKind
    pieceCode: string
    about: string | null
    receivedOn?: Day | null
    cents: number
  }[]
  /** The overdue part of the closing balance and what is on its way; null where the last day is past. */
  now: { overdueCents: number; pendingCents: number } | null
  transfer: InvoiceDocument['transfer']
}
export type StatementEntryKind = 'invoice' | 'credit' | 'paiement' | PaymentReturn | 'initialBalance'
