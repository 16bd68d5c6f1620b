import { type DocumentLine, dentalExemption, type InvoiceDocument, type ReceiptDocument } from '../document.ts'
import { faultsOf } from '../faults.ts'
import { totalsOf } from '../totals.ts'
import type { Paper } from './document/paper.ts'
import type { PieceFacts } from './document-sql.ts'
import { buyerOf, completed, deliveredTo, mentionsOf, sellerOf, transferOf } from './parties.ts'

/**
 * The paper of a piece as it was issued. Where the laboratory or the practice was not known well enough that day, today's
 * facts complete it; undefined where those are not enough either, which is better than a document that the rules refuse.
 */
export function issuedPaper(facts: PieceFacts): Paper | undefined {
  const seller = completed(facts.seller, facts.sellerToday)
  const buyer = completed(facts.buyer, facts.buyerToday)
  if (facts.type === 'paiement') return { type: 'receipt', document: receiptOf({ ...facts, seller, buyer }) }
  for (const parties of [{}, { seller, buyer }]) {
    const document = invoiceOf({ ...facts, ...parties })
    if (faultsOf(document).length === 0) return { type: 'invoice', document }
  }
  return undefined
}

const kinds = { invoice: 'invoice', pro_forma: 'pro_forma', credit: 'credit_note' } as const

const lookOf = ({ color, logo }: PieceFacts) => ({ color, logo: logo && new Uint8Array(logo) })

function invoiceOf(facts: PieceFacts): InvoiceDocument {
  const { type, language, pieceCode, seller } = facts
  if (type === 'paiement' || type === 'initialBalance') throw new TypeError(`${type} is no invoice`)
  const document: InvoiceDocument = {
    kind: kinds[type],
    number: pieceCode,
    issuedOn: facts.issuedOn,
    issuedAt: new Date(facts.issuedAt),
    dueOn: type === 'invoice' ? facts.dueOn : null,
    ...deliveryOf(facts),
    language,
    look: lookOf(facts),
    seller: sellerOf(seller),
    buyer: buyerOf(facts.buyer),
    deliveredTo: deliveredTo(facts.buyer),
    nature: 'goods',
    isVatOnDebits: false,
    buyerReference: null,
    orderReference: referenceOfAll(facts),
    lines: facts.lines.map(line => lineOf(line, facts)),
    adjustments: [],
    exemption: facts.exemption ?? dentalExemption,
    creditedVat: type === 'credit' ? Object.fromEntries(facts.taxes.map(({ rate, cents }) => [rate, cents])) : null,
    prepaidCents: 0,
    transfer: transferOf(seller, pieceCode),
    mentions: mentionsOf(seller, language),
    note: type === 'credit' ? facts.reason : null,
    corrects: type === 'credit' && facts.corrects ? [facts.corrects] : [],
  }
  const { netCents, vatCents, totalCents } = totalsOf(document)
  const isSame =
    netCents === facts.netCents && vatCents === facts.vatCents && totalCents === Math.abs(facts.amountCents)
  if (!isSame) throw new Error(`The document of ${pieceCode} would not say what the ledger says.`)
  return document
}

const lineOf = (line: PieceFacts['lines'][number], { language }: PieceFacts): DocumentLine => ({
  label: line.label[language],
  description: null,
  reference: line.reference,
  quantity: line.quantity,
  unitPriceCents: line.unitPriceCents,
  discount: line.discountCents > 0 ? { cents: line.discountCents } : null,
  vat: line.vat === 'exempt' ? { category: 'E' } : { category: 'S', rate: line.vatRate },
  case: line.orderCode
    ? { code: line.orderCode, patientCode: line.patientCode ?? '', practiceReference: line.practiceReference }
    : null,
})

/** The practice's reference if all cases share it; otherwise each case shows its own. */
function referenceOfAll({ lines }: PieceFacts): string | null {
  const [reference = null, ...others] = new Set(lines.map(({ practiceReference }) => practiceReference))
  return others.length === 0 ? reference : null
}

/** A single day, or the period from the first to the last. */
function deliveryOf({ lines }: PieceFacts): Pick<InvoiceDocument, 'deliveredOn' | 'period'> {
  const days = lines.flatMap(({ deliveredOn }) => deliveredOn ?? []).toSorted()
  const [from, to] = [days[0], days.at(-1)]
  if (!from || !to || from === to) return { deliveredOn: from ?? null, period: null }
  return { deliveredOn: null, period: { from, to } }
}

function receiptOf(facts: PieceFacts): ReceiptDocument {
  const { payment } = facts
  if (!payment) throw new Error(`${facts.pieceCode} is of no payment.`)
  const { returnedAs } = facts
  return {
    kind: returnedAs ?? 'payment',
    number: facts.pieceCode,
    issuedAt: new Date(facts.issuedAt),
    receivedOn: returnedAs ? facts.issuedOn : payment.on,
    language: facts.language,
    look: lookOf(facts),
    seller: sellerOf(facts.seller),
    buyer: buyerOf(facts.buyer),
    amountCents: Math.abs(facts.amountCents),
    mode: payment.mode === 'manual' ? (payment.means ?? 'other') : payment.mode,
    reference: { card: payment.providerReference, transfer: payment.reference, manual: payment.payerReference }[
      payment.mode
    ],
    gaveBack: returnedAs && facts.corrects ? facts.corrects : null,
    allocations: returnedAs ? [] : facts.allocations,
  }
}
