import type { Cell, Flow } from '#kit/server/pdf-flow.ts'
import type { InvoiceDocument } from '../../document.ts'
import type { Totals } from '../../totals.ts'
import { dayOnPaper, moneyOnPaper, percentOnPaper } from './document-figures.ts'
import type { DocumentText } from './document-text.ts'
import { half, leading, looks } from './paper-looks.ts'

const { body, figure, strong, strongFigure, small, heading, due, hairline } = looks

/** The sums on the right and how to pay on the left, never split over two pages. */
export function drawTotals(
  flow: Flow,
  document: InvoiceDocument,
  totals: Totals,
  { accent, t, below }: { accent: string; t: DocumentText; below: number },
) {
  const rows = rowsOf(document, totals, t)
  // The text below it is kept on the same page: no page holds only the small print.
  flow.keep(Math.max(rows.length * rowHeight + 66, 130) + below)
  const top = flow.y + 6
  flow.y = top
  const table = flow.part('Table')
  for (const { label, amount, isStrong } of rows) {
    const row = flow.part('TR', table)
    const [look, figures] = isStrong ? [strong, strongFigure] : [body, figure]
    flow.cells([
      { x: half.x, lines: flow.lines(label, look, half.width - 86, flow.part('TD', row)) },
      { x: half.x + half.width - 84, lines: flow.endLines(amount, figures, 84, flow.part('TD', row)) },
    ])
    flow.y += rowHeight - leading
    if (isStrong) {
      flow.box(half.x, half.width, 0.5, hairline)
      flow.y += 3
    }
  }
  drawDue(flow, document, totals, accent, t)
  const bottom = flow.y
  flow.y = top
  if (document.kind === 'invoice' && document.transfer && totals.dueCents > 0) drawTransfer(flow, document.transfer, t)
  flow.y = Math.max(flow.y, bottom) + 14
}

const rowHeight = 16

function rowsOf({ adjustments, language }: InvoiceDocument, totals: Totals, t: DocumentText) {
  const money = (cents: number) => moneyOnPaper(cents, language)
  const row = (label: string, cents: number, isStrong = false) => ({ label, amount: money(cents), isStrong })
  return [
    ...(adjustments.length > 0 ? [row(t.lines, totals.linesCents)] : []),
    ...adjustments.map(({ kind, cents, reason }) => row(reason, kind === 'charge' ? cents : -cents)),
    row(t.net, totals.netCents, true),
    ...totals.vat.map(({ vat, basisCents, vatCents }) =>
      vat.category === 'E'
        ? row(t.exemptBase, basisCents)
        : row(t.vatOn(percentOnPaper(vat.rate, language), money(basisCents)), vatCents),
    ),
    row(t.total, totals.totalCents, true),
    ...(totals.prepaidCents > 0 ? [row(t.prepaid, -totals.prepaidCents)] : []),
  ]
}

/** The amount to pay, which everybody looks for. */
function drawDue(
  flow: Flow,
  { kind, dueOn, language }: InvoiceDocument,
  totals: Totals,
  accent: string,
  t: DocumentText,
) {
  const isPaid = kind === 'invoice' && totals.dueCents === 0 && totals.totalCents > 0
  const label = isPaid ? t.paid : t.toPay[kind]
  const when = kind === 'invoice' && dueOn && totals.dueCents > 0 ? t.payBy(dayOnPaper(dueOn, language)) : ''
  const padding = 10
  const height = when ? 42 : 30
  flow.y += 2
  flow.box(half.x, half.width, height, accent)
  const end = flow.y + height
  flow.y += 6
  const row = flow.part('TR', flow.part('Table'))
  const room = half.width - 2 * padding
  const lines: Cell[] = [
    { x: half.x + padding, lines: flow.lines(label, due, room / 2, flow.part('TD', row)) },
    {
      x: half.x + padding,
      lines: flow.endLines(moneyOnPaper(totals.dueCents, language), due, room, flow.part('TD', row)),
    },
  ]
  flow.cells(lines)
  if (when) flow.draw(flow.paragraph(when, { ...small, color: '#ffffff' }, room), leading, half.x + padding)
  flow.y = end
}

export function drawTransfer(flow: Flow, transfer: NonNullable<InvoiceDocument['transfer']>, t: DocumentText) {
  const room = half.x - 30
  flow.draw(flow.paragraph(t.transfer, heading, room, 'H2'), leading)
  flow.y += 4
  const facts: [string, string | null][] = [
    [t.holder, transfer.holder],
    ['IBAN', transfer.iban.replace(/(.{4})(?=.)/g, '$1 ')],
    ['BIC', transfer.bic],
    [t.transferReference, transfer.reference],
  ]
  for (const [label, value] of facts) {
    if (!value) continue
    flow.draw(flow.paragraph(label, small, room), leading)
    flow.draw(flow.paragraph(value, strong, room), leading - 1)
    flow.y += 4
  }
}
