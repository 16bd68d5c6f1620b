import fc from 'fast-check'
import {
  type Adjustment,
  type DocumentLine,
  dentalExemption,
  type InvoiceDocument,
  type ReceiptDocument,
  type StatementDocument,
  usualMentions,
  type Vat,
} from '#features/invoices/document.ts'
import { faultsOf } from '#features/invoices/faults.ts'
import { isBlank } from '#features/invoices/plain-words.ts'
import { rateOf, totalsOf } from '#features/invoices/totals.ts'

export const exempt: Vat = { category: 'E' }
export const taxed: Vat = { category: 'S', rate: 2000 }

export const documentLine = (values: Partial<DocumentLine> = {}): DocumentLine => ({
  label: 'Couronne zircone monolithique',
  description: null,
  reference: 'FIX-101',
  quantity: 1,
  unitPriceCents: 12_000,
  discount: null,
  vat: exempt,
  case: { code: 'T-26-1187', patientCode: 'P-0412', practiceReference: null },
  ...values,
})

export const invoiceDocument = (values: Partial<InvoiceDocument> = {}): InvoiceDocument => ({
  kind: 'invoice',
  number: 'FA-2026-000123',
  issuedOn: '2026-11-30',
  issuedAt: new Date('2026-11-30T17:04:11Z'),
  dueOn: '2026-12-30',
  deliveredOn: '2026-11-27',
  period: null,
  language: 'fr',
  look: { color: '#0f766e', logo: null },
  seller: {
    name: 'Laboratoire Émail',
    address: { lines: ['8 rue de l’Atelier'], postalCode: '69003', city: 'Lyon', countryCode: 'FR' },
    siren: '732829320',
    siret: '73282932000074',
    vatNumber: 'FR44732829320',
    electronicAddress: { scheme: '0225', id: '732829320' },
    phone: '04 78 00 00 00',
    email: 'compta@email.example',
    legalForm: 'SAS au capital de 10 000 €, RCS Lyon 732 829 320',
  },
  buyer: {
    name: 'Cabinet des Lilas',
    address: { lines: ['12 rue des Lilas', 'Bâtiment B'], postalCode: '75020', city: 'Paris', countryCode: 'FR' },
    siren: '404833048',
    siret: null,
    vatNumber: null,
    electronicAddress: { scheme: '0225', id: '404833048' },
  },
  deliveredTo: null,
  nature: 'goods',
  isVatOnDebits: false,
  buyerReference: null,
  orderReference: null,
  lines: [documentLine()],
  adjustments: [],
  exemption: dentalExemption,
  creditedVat: null,
  prepaidCents: 0,
  transfer: {
    iban: 'FR7630006000011234567890189',
    bic: 'AGRIFRPP',
    holder: 'Laboratoire Émail',
    reference: 'FA-2026-000123',
  },
  mentions: usualMentions('fr'),
  note: null,
  corrects: [],
  ...values,
})

/** What people type, and what nobody should: emoji, Hebrew and Arabic, markup, control codes, halves of characters. */
const anyWords = fc
  .oneof(
    fc.constantFrom(
      'Éloïse & fils <SARL>',
      ']]></ram:Name><x/>',
      '&amp;&#0;',
      '"\'\u0000\u0007\u001b[31m',
      'שלום עולם',
      'مختبر الأسنان',
      '🦷👩‍🔬',
      'Cabinet Rene\u0301e Ce\u0301line, n\u0303',
      '歯科 ﷽ \ue000',
      'a\u202egnp.exe',
      '\ud83e',
      'ligne\r\nsuivante\t\u2028',
      '\ufffe\uffff\u200b-',
      ') Tj ET endstream endobj %%EOF \\(',
      'W'.repeat(300),
    ),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
  )
  .filter(words => !isBlank(words))

const anyVat = fc.oneof(
  fc.constant(exempt),
  fc.constantFrom(2000, 2000, 1000, 550, 210).map((rate): Vat => ({ category: 'S', rate })),
)

const anyDiscount = fc.option(
  fc.oneof(
    fc.integer({ min: 0, max: 10_000 }).map(share => ({ share })),
    fc.integer({ min: 0, max: 500 }).map(cents => ({ cents })),
  ),
)

const anyLine: fc.Arbitrary<DocumentLine> = fc
  .record({
    label: anyWords,
    description: fc.option(anyWords),
    reference: fc.option(anyWords),
    quantity: fc.oneof(
      { weight: 8, arbitrary: fc.integer({ min: 0, max: 40 }) },
      { weight: 1, arbitrary: fc.integer({ min: -5, max: 32_767 }) },
    ),
    unitPriceCents: fc.oneof(
      fc.constant(0),
      fc.integer({ min: 1, max: 99_999 }),
      fc.integer({ min: 0, max: 100_000_000 }),
    ),
    discount: anyDiscount,
    vat: anyVat,
    case: fc.option(fc.record({ code: anyWords, patientCode: anyWords, practiceReference: fc.option(anyWords) })),
  })
  // A discount in cents takes no more than the line has.
  .map(line => ({ ...line, discount: allowedDiscount(line) }))

function allowedDiscount({ discount, quantity, unitPriceCents }: DocumentLine) {
  if (!discount || 'share' in discount) return discount
  return { cents: Math.min(discount.cents, Math.max(0, quantity * unitPriceCents)) }
}

const anyAdjustment: fc.Arbitrary<Adjustment> = fc.record({
  kind: fc.constantFrom('allowance', 'charge'),
  cents: fc.integer({ min: 0, max: 5_000 }),
  reason: anyWords,
  vat: anyVat,
})

const anyAddress = fc.record({
  lines: fc.array(anyWords, { maxLength: 4 }),
  postalCode: fc.oneof(fc.constantFrom('75020', ''), anyWords),
  city: fc.oneof(fc.constantFrom('Paris', ''), anyWords),
  countryCode: fc.constantFrom('FR', 'FR', 'BE', 'RE', 'CH'),
})

/** Every document that may be issued, as far as chance finds it. */
export const anyInvoice = ({
  maxLines = 200,
} = {}): fc.Arbitrary<InvoiceDocument & { kind: 'invoice' | 'credit_note' }> =>
  fc
    .record({
      kind: fc.constantFrom('invoice', 'invoice', 'credit_note'),
      number: fc.stringMatching(/^[A-Za-z0-9+\-_/]{1,35}$/),
      language: fc.constantFrom('fr', 'en'),
      isDueKnown: fc.boolean(),
      deliveredOn: fc.option(fc.constant('2026-11-27')),
      period: fc.option(fc.constant({ from: '2026-11-01', to: '2026-11-30' })),
      names: fc.tuple(anyWords, anyWords),
      addresses: fc.tuple(anyAddress, anyAddress),
      deliveredTo: fc.option(fc.record({ name: anyWords, address: anyAddress })),
      hasVatNumber: fc.boolean(),
      isBuyerKnown: fc.boolean(),
      buyerVatNumber: fc.option(fc.constantFrom('FR83404833048', 'BE0123456789')),
      cent: fc.constantFrom(-1, 0, 0, 1),
      phone: fc.option(anyWords),
      email: fc.option(anyWords),
      legalForm: fc.option(anyWords),
      nature: fc.constantFrom('goods', 'services', 'mixed'),
      isVatOnDebits: fc.boolean(),
      buyerReference: fc.option(anyWords),
      orderReference: fc.option(anyWords),
      lines: fc.array(anyLine, { minLength: 1, maxLength: maxLines }),
      adjustments: fc.array(anyAdjustment, { maxLength: 3 }),
      paid: fc.constantFrom('nothing', 'some', 'all'),
      hasTransfer: fc.boolean(),
      note: fc.option(anyWords),
    })
    .map(chosen => {
      const usual = invoiceDocument()
      const hasTaxed = [...chosen.lines, ...chosen.adjustments].some(({ vat }) => vat.category === 'S')
      const [seller, buyer] = chosen.addresses
      const { kind, paid, ...document } = chosen
      return { ...usual, ...document, kind, paid, hasTaxed, seller, buyer }
    })
    .map(({ paid, hasTaxed, seller, buyer, names, cent, buyerVatNumber, ...chosen }) => {
      const usual = invoiceDocument()
      const document = {
        ...usual,
        ...chosen,
        dueOn: chosen.isDueKnown || chosen.kind === 'invoice' ? '2026-12-30' : null,
        transfer: chosen.hasTransfer ? usual.transfer : null,
        mentions: usualMentions(chosen.language),
        corrects: chosen.kind === 'credit_note' ? [{ number: 'FA-2026-000100', issuedOn: '2026-10-31' }] : [],
        seller: {
          ...usual.seller,
          name: names[0],
          address: seller,
          vatNumber: hasTaxed || chosen.hasVatNumber ? 'FR44732829320' : null,
          phone: chosen.phone,
          email: chosen.email,
          legalForm: chosen.legalForm,
        },
        buyer: {
          ...usual.buyer,
          name: names[1],
          address: buyer,
          vatNumber: buyerVatNumber,
          ...(chosen.isBuyerKnown
            ? {}
            : { siren: null, electronicAddress: { scheme: 'EM' as const, id: 'cabinet@lilas.example' } }),
        },
      }
      return { document: { ...document, creditedVat: creditedVat(document, cent) }, paid }
    })
    .map(({ document, paid }) => ({ ...document, prepaidCents: prepaid(document, paid) }))
    .filter(document => faultsOf(document).length === 0)

/** As the last of several credit notes of one invoice has it. */
function creditedVat(document: InvoiceDocument, cent: number): InvoiceDocument['creditedVat'] {
  if (document.kind !== 'credit_note') return null
  const { vat } = totalsOf(document)
  return Object.fromEntries(vat.map(of => [rateOf(of.vat), of.vatCents === 0 ? 0 : of.vatCents + cent]))
}

function prepaid(document: InvoiceDocument, paid: 'nothing' | 'some' | 'all'): number {
  const { totalCents } = totalsOf(document)
  if (totalCents <= 0 || paid === 'nothing') return 0
  return paid === 'all' ? totalCents : Math.floor(totalCents / 3)
}

export const receiptDocument = (values: Partial<ReceiptDocument> = {}): ReceiptDocument => {
  const { seller, buyer, look } = invoiceDocument()
  return {
    kind: 'payment',
    number: 'RE-2026-000041',
    issuedAt: new Date('2026-12-15T09:00:00Z'),
    receivedOn: '2026-12-15',
    language: 'fr',
    look,
    seller,
    buyer,
    amountCents: 50_000,
    mode: 'card',
    reference: 'pi_3Nk',
    gaveBack: null,
    allocations: [
      {
        pieceCode: 'FA-2026-000123',
        issuedOn: '2026-11-30',
        totalCents: 62_692,
        allocatedCents: 45_000,
        dueCents: 17_692,
      },
    ],
    ...values,
  }
}

export const statementDocument = (values: Partial<StatementDocument> = {}): StatementDocument => {
  const { seller, buyer, look, transfer } = invoiceDocument()
  return {
    from: '2026-11-01',
    to: '2026-12-31',
    issuedAt: new Date('2026-12-31T09:00:00Z'),
    language: 'fr',
    look,
    seller,
    buyer,
    openingCents: 10_000,
    entries: [
      { on: '2026-11-30', kind: 'invoice', pieceCode: 'FA-2026-000123', about: null, cents: 62_692 },
      { on: '2026-12-15', kind: 'paiement', pieceCode: 'RE-2026-000041', about: null, cents: -50_000 },
    ],
    now: { overdueCents: 10_000, pendingCents: 0 },
    transfer,
    ...values,
  }
}
