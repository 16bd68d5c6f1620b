import type { PaymentReturn } from '#features/payments/rules.ts'
import type { Day } from '#kit/day.ts'
import type { Language } from '#kit/language.ts'

/** Hundredths of a percent: 2000 is 20 %. */
export type RateHundredths = number

/** `E`: exempt, for the one reason the document gives. `S`: taxed, at a rate above zero. */
export type Vat = { category: 'E' } | { category: 'S'; rate: RateHundredths }

/** Off the line before VAT: a share of its amount in hundredths of a percent, or whole cents. Never below zero. */
export type Discount = { share: RateHundredths } | { cents: number }

export type DocumentLine = {
  /** What was delivered, in the document's language. */
  label: string
  description: string | null
  /** The laboratory's own, as in its catalogue. */
  reference: string | null
  /** Whole pieces, of a return fewer than none. */
  quantity: number
  /** Before VAT, never below zero. */
  unitPriceCents: number
  discount: Discount | null
  vat: Vat
  /** What the line belongs to. The patient is a code, here as everywhere on paper. */
  case: { code: string; patientCode: string; practiceReference: string | null } | null
}

/** Off or onto the whole document, before VAT: of each rate its own. */
export type Adjustment = { kind: 'allowance' | 'charge'; cents: number; reason: string; vat: Vat }

export type Address = { lines: readonly string[]; postalCode: string; city: string; countryCode: string }

/** Where a platform brings e-invoices to: `0225` is the French directory (a SIREN, or one with a suffix), `EM` a mailbox. */
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
  /** "SAS au capital de 10 000 €, RCS Lyon 732 829 320": what the law wants of a company at the foot of its papers. */
  legalForm: string | null
}

/** Printed on each document, and carried in it as the notes AAB, PMD and PMT. */
export type Mentions = { earlyPayment: string; latePayment: string; recovery: string }

/** A reason for the exemption from the list VATEX, with the words that the law gives for it. */
export type Exemption = { code: string; reason: string }

export type DocumentLook = {
  /** The laboratory's own, `#rrggbb`. */
  color: string
  /** PNG or JPEG. Nothing is fetched. */
  logo: Uint8Array | null
}

/**
 * All that an invoice, a credit note or a pro forma says; nothing is looked up, and the same input makes the same bytes.
 * Amounts are whole cents of euro and, on a credit note too, positive: what it is says its kind.
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
  /** Of a document over several deliveries. */
  period: { from: Day; to: Day } | null
  language: Language
  look: DocumentLook
  seller: Seller
  buyer: Party
  /** Where it is another address than the buyer's. */
  deliveredTo: { name: string; address: Address } | null
  /** Of the operations: the law asks for it. */
  nature: 'goods' | 'services' | 'mixed'
  /** The seller has chosen to owe VAT when it invoices, and must say so. */
  isVatOnDebits: boolean
  /** What the practice's own software knows the buyer by (a service, a department). */
  buyerReference: string | null
  /** The practice's own order number. */
  orderReference: string | null
  lines: readonly DocumentLine[]
  adjustments: readonly Adjustment[]
  exemption: Exemption
  /**
   * By rate, what the ledger gives back on a credit note: all of an invoice sum up to its VAT, so that one of them may have a cent
   * more or less than its rate of what it taxes. Null where VAT is reckoned.
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

/** Of dental prostheses and their repair. */
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

/** What the law has every invoice between businesses say, where the laboratory has no words of its own. */
export const usualMentions = (language: Language): Mentions => words[language]

/** The directory's address where the SIREN is known, else the mailbox; null where neither is. */
export function electronicAddressOf(party: { siren: string | null; email: string | null }): ElectronicAddress | null {
  if (party.siren) return { scheme: '0225', id: party.siren }
  return party.email ? { scheme: 'EM', id: party.email } : null
}

/** Says that money came, and what it was set against. No tax document: nothing for machines is inside. */
export type ReceiptDocument = {
  /** Of what was taken back, why. */
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
  /** What the bank or the card's provider knows the payment by. */
  reference: string | null
  /** The receipt of the payment that went back. */
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

/** The account of a practice over a period. Above zero is what the practice owes. */
export type StatementDocument = {
  from: Day
  to: Day
  issuedAt: Date
  language: Language
  look: DocumentLook
  seller: Seller
  buyer: Party
  openingCents: number
  /** In their order. What a piece adds to what is owed is above zero, what a payment or credit takes away below. */
  entries: readonly {
    on: Day
    kind: StatementEntryKind
    pieceCode: string
    about: string | null
    receivedOn?: Day | null
    cents: number
  }[]
  /** Of the closing balance, what should have been paid already and what is on its way; null where the last day is over. */
  now: { overdueCents: number; pendingCents: number } | null
  transfer: InvoiceDocument['transfer']
}
export type StatementEntryKind = 'invoice' | 'credit' | 'paiement' | PaymentReturn | 'initialBalance'
