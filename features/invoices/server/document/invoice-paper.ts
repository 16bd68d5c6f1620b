import type { Flow, Placed } from '#kit/server/pdf-flow.ts'
import type { Look } from '#kit/server/pdf-text.ts'
import type { InvoiceDocument } from '../../document.ts'
import { totalsOf } from '../../totals.ts'
import { ciiOf } from './cii.ts'
import { dayOnPaper, daysOnPaper } from './document-figures.ts'
import { type DocumentText, documentText } from './document-text.ts'
import { facturXDescription, facturXName } from './factur-x.ts'
import { openLetter } from './letter.ts'
import { drawLines } from './line-table.ts'
import { leading, looks } from './paper-looks.ts'
import { drawTotals } from './totals-block.ts'

const { body, strong, small, smallStrong } = looks

/**
 * The document as its practice gets and keeps it: PDF/A-3 with the machine-readable invoice embedded. Equal input gives
 * equal bytes; a pro forma has no embedded invoice.
 */
export async function drawInvoice(document: InvoiceDocument): Promise<Uint8Array<ArrayBuffer>> {
  const { kind, number, language, issuedAt } = document
  const totals = totalsOf(document)
  const words = documentText(language)
  const { pdf, flow, accent, t, finish } = openLetter({
    title: words.title[kind],
    number,
    language,
    createdAt: issuedAt,
    look: document.look,
    seller: document.seller,
    to: document.buyer,
    toLabel: kind === 'pro_forma' ? words.toPractice : words.to,
    deliveredTo: document.deliveredTo,
    facts: factsOf(document, words),
  })
  if (kind !== 'pro_forma') {
    pdf.attach({
      name: facturXName,
      type: 'text/xml',
      bytes: new TextEncoder().encode(ciiOf({ ...document, kind })),
      description: 'Factur-X',
      relationship: 'Alternative',
      at: issuedAt,
    })
    pdf.describe(facturXDescription())
  }
  drawNotice(flow, document, t)
  drawLines(flow, document, totals, t)
  const end = mentionsOf(flow, document, t)
  drawTotals(flow, document, totals, { accent, t, below: end.height })
  end.draw()
  return finish()
}

function factsOf(document: InvoiceDocument, t: DocumentText): [string, string][] {
  const { kind, issuedOn, dueOn, deliveredOn, period, orderReference, buyerReference, nature, language } = document
  const day = (on: string) => dayOnPaper(on, language)
  const facts: [string, string | null][] = [
    [t.issued, day(issuedOn)],
    [t.due, kind === 'invoice' && dueOn ? day(dueOn) : null],
    period ? [t.period, daysOnPaper(period, language)] : [t.delivered, deliveredOn && day(deliveredOn)],
    [t.orderReference, [orderReference, buyerReference].filter(Boolean).join(' · ')],
    [t.nature.label, t.nature[nature]],
  ]
  return facts.flatMap(([label, value]) => (value ? [[label, value] as [string, string]] : []))
}

/** Says that a pro forma is no invoice, or what a credit note takes back. */
function drawNotice(flow: Flow, { kind, corrects, language }: InvoiceDocument, t: DocumentText) {
  if (kind === 'pro_forma') {
    flow.draw(flow.paragraph(t.proForma, strong, flow.width), leading)
    flow.draw(flow.paragraph(t.proFormaMeaning, body, flow.width), leading)
  } else if (kind === 'credit_note') {
    const pieces = corrects.map(({ number, issuedOn }) => t.piece(number, dayOnPaper(issuedOn, language)))
    flow.draw(flow.paragraph(t.corrects(pieces.join(', ')), body, flow.width), leading)
  } else return
  flow.y += 14
}

/** The legal mentions and the laboratory's own words, kept on one page with the totals. */
function mentionsOf(flow: Flow, document: InvoiceDocument, t: DocumentText) {
  const { kind, lines, adjustments, exemption, isVatOnDebits, mentions, note } = document
  const hasExempt = [...lines, ...adjustments].some(({ vat }) => vat.category === 'E')
  const own = [note, hasExempt ? `${exemption.reason}.` : null, isVatOnDebits ? t.vatOnDebits : null]
  const terms =
    kind === 'pro_forma'
      ? []
      : [kind === 'credit_note' ? t.creditTerms : null, mentions.earlyPayment, mentions.latePayment, mentions.recovery]
  const wrap = (texts: readonly (string | null)[], look: Look) =>
    texts.flatMap(words => (words ? [flow.lines(words, look, flow.width)] : []))
  const [above, below] = [wrap(own, body), wrap(terms, small)]
  const height = above.flat().length * leading + above.length * 2 + (below.flat().length + 1) * smallLeading + 8
  const draw = () => {
    for (const lines of above) {
      flow.draw(asParagraph(flow, lines), leading)
      flow.y += 2
    }
    if (below.length === 0) return
    flow.y += 8
    flow.draw(flow.paragraph(t.mentions, smallStrong, flow.width, 'H2'), smallLeading)
    for (const lines of below) flow.draw(asParagraph(flow, lines), smallLeading)
  }
  return { height, draw }
}

const smallLeading = 11

/** Assigns lines measured earlier to a paragraph now: parts are read out in the order of their creation. */
function asParagraph(flow: Flow, lines: readonly Placed[]): Placed[] {
  const part = flow.part('P')
  return lines.map(placed => ({ ...placed, part }))
}
