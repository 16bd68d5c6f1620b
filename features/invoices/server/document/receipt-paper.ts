import type { ReceiptDocument } from '../../document.ts'
import { dayOnPaper, figureOnPaper, moneyOnPaper } from './document-figures.ts'
import { documentText } from './document-text.ts'
import { openLetter } from './letter.ts'
import { leading, looks } from './paper-looks.ts'
import { drawTable } from './paper-table.ts'

const columns = [
  { name: 'piece', x: 0, width: 150 },
  { name: 'date', x: 158, width: 80 },
  { name: 'total', x: 242, width: 74, isFigure: true },
  { name: 'allocated', x: 320, width: 94, isFigure: true },
  { name: 'due', x: 421, width: 74, isFigure: true },
] as const

/** A receipt: how much came, when, and what it has paid. */
export async function drawReceipt(receipt: ReceiptDocument): Promise<Uint8Array<ArrayBuffer>> {
  const { kind, number, language, receivedOn, amountCents, mode, reference, gaveBack, allocations } = receipt
  const words = documentText(language)
  const day = (on: string) => dayOnPaper(on, language)
  const money = (cents: number) => moneyOnPaper(cents, language)
  const figure = (cents: number) => figureOnPaper(cents, language)
  const { flow, t, finish } = openLetter({
    title: words.receiptTitle[kind],
    number,
    language,
    createdAt: receipt.issuedAt,
    look: receipt.look,
    seller: receipt.seller,
    to: receipt.buyer,
    toLabel: words.toPractice,
    facts: [
      [words.receipt.on[kind], day(receivedOn)],
      [words.receipt.amount, money(amountCents)],
      [words.receipt.mode, words.receipt.modes[mode]],
      ...(reference ? ([[words.receipt.reference, reference]] as const) : []),
    ],
  })
  const happened = t.receipt.happened[kind]
  flow.draw(flow.paragraph(happened(money(amountCents), day(receivedOn)), looks.strong, flow.width), leading)
  flow.y += 14
  if (allocations.length > 0) {
    const rows = allocations.map(({ pieceCode, issuedOn, totalCents, allocatedCents, dueCents }) => ({
      piece: pieceCode,
      date: day(issuedOn),
      total: figure(totalCents),
      allocated: figure(allocatedCents),
      due: figure(dueCents),
    }))
    drawTable(flow, columns, t.receipt.columns, rows)
  }
  const rest = amountCents - allocations.reduce((total, { allocatedCents }) => total + allocatedCents, 0)
  const sentences = [
    kind !== 'payment' && gaveBack && t.receipt.tookBack[kind](t.piece(gaveBack.number, day(gaveBack.issuedOn))),
    kind === 'payment' && rest > 0 && t.receipt.unallocated(money(rest)),
    t.receipt.notInvoice,
  ]
  for (const sentence of sentences) {
    if (sentence) flow.draw(flow.paragraph(sentence, looks.body, flow.width), leading)
  }
  return finish()
}
