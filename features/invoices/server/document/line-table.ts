import type { Part } from '#kit/server/pdf.ts'
import type { Cell, Flow } from '#kit/server/pdf-flow.ts'
import type { DocumentLine, InvoiceDocument } from '../../document.ts'
import type { LineTotals, Totals } from '../../totals.ts'
import { countOnPaper, figureOnPaper, percentOnPaper } from './document-figures.ts'
import type { DocumentText } from './document-text.ts'
import { rule } from './letter.ts'
import { leading, looks } from './paper-looks.ts'

const { body, figure, strongFigure, small, smallStrong, hairline } = looks

type ColumnName = keyof DocumentText['columns']
type Column = { name: ColumnName; x: number; width: number }

/** Together as wide as the page; columns no line needs are omitted. */
function columnsOf({ lines }: InvoiceDocument, totals: Totals): Column[] {
  const hasDiscounts = totals.lines.some(({ discountCents }) => discountCents !== 0)
  const hasReferences = lines.some(({ reference }) => reference)
  const begin = hasReferences ? 62 : 0
  const end = hasDiscounts ? 230 : 278
  return [
    ...(hasReferences ? [{ name: 'reference' as const, x: 0, width: 54 }] : []),
    { name: 'product', x: begin, width: end - begin },
    { name: 'quantity', x: end + 4, width: 26 },
    { name: 'price', x: end + 32, width: 66 },
    ...(hasDiscounts ? [{ name: 'discount' as const, x: end + 104, width: 44 }] : []),
    { name: 'vat', x: 380, width: 44 },
    { name: 'amount', x: 428, width: 67 },
  ]
}

const isWords = (name: ColumnName) => name === 'product' || name === 'reference'

/**
 * Delivered work, case by case. On several pages each states the sum brought forward and carried over, so that a lost
 * page is noticed.
 */
export function drawLines(flow: Flow, document: InvoiceDocument, totals: Totals, t: DocumentText) {
  const columns = columnsOf(document, totals)
  const table = flow.part('Table')
  drawNames(flow, columns, t, flow.part('TR', table))
  let sumCents = 0
  const carry = (label: string) => drawCarried(flow, label, sumCents, document)
  // Repeated headings are not tagged: screen readers know the columns already.
  const repeat = () => drawNames(flow, columns, t)

  for (const [index, line] of document.lines.entries()) {
    const reckoned = totals.lines[index]
    if (!reckoned) continue
    const goesOn = isSameCase(document.lines[index - 1], line)
    let heading = goesOn ? [] : headingOf(flow, line, t, table)
    const cells = lineCells(flow, { columns, table, line, reckoned, document, t })
    const height = rowHeight(cells) + (heading.length > 0 ? rowHeight(heading) : 0)
    if (index > 0 && !flow.fits(height + carryHeight)) {
      carry(t.carriedOver)
      flow.turn()
      repeat()
      carry(t.broughtForward)
      if (goesOn) heading = headingOf(flow, line, t)
    }
    if (heading.length > 0) {
      flow.y += 2
      flow.cells(heading, repeat)
      flow.y += 1
    }
    flow.cells(cells, repeat)
    flow.y += 4
    if (!isSameCase(line, document.lines[index + 1])) {
      rule(flow, hairline, 0.5)
      flow.y += 3
    }
    sumCents += reckoned.netCents
  }
  flow.y += 4
}

const carryHeight = leading + 10
const rowHeight = (cells: readonly Cell[]) => Math.max(...cells.map(({ lines }) => lines.length)) * leading + 9

function drawNames(flow: Flow, columns: readonly Column[], t: DocumentText, row?: Part) {
  const names = columns.map(({ name, x, width }) => {
    const part = row && flow.part('TH', row)
    const words = t.columns[name]
    const write = isWords(name) ? flow.lines(words, small, width, part) : flow.endLines(words, small, width, part)
    return { x, lines: write }
  })
  // A heading of one line aligns with the lower line of those with two.
  const most = Math.max(...names.map(({ lines }) => lines.length))
  const top = flow.y
  for (const { x, lines } of names) {
    flow.y = top + (most - lines.length) * leading
    flow.draw(lines, leading, x)
  }
  flow.y = top + most * leading + 5
  rule(flow)
  flow.y += 3
}

/** Untagged, since it repeats what was read out. */
function drawCarried(flow: Flow, label: string, cents: number, { language }: InvoiceDocument) {
  flow.y += 1
  const amount = flow.endLines(figureOnPaper(cents, language), { ...smallStrong, hasTabularFigures: true }, flow.width)
  flow.cells([
    { x: 0, lines: flow.lines(label, small, 200) },
    { x: 0, lines: amount },
  ])
  flow.y += 5
}

const isSameCase = (one: DocumentLine | undefined, other: DocumentLine | undefined) =>
  one !== undefined && other !== undefined && one.case?.code === other.case?.code

/** Repeated where a case continues on the next page, but not read out again. */
function headingOf(flow: Flow, { case: of }: DocumentLine, t: DocumentText, table?: Part): Cell[] {
  if (!of) return []
  const words = [t.case(of.code, of.patientCode), of.practiceReference && t.yourReference(of.practiceReference)]
  const part = table && flow.part('TD', flow.part('TR', table))
  return [{ x: 0, lines: flow.lines(words.filter(Boolean).join(' · '), smallStrong, flow.width, part) }]
}

type Row = {
  columns: readonly Column[]
  table: Part
  line: DocumentLine
  reckoned: LineTotals
  document: InvoiceDocument
  t: DocumentText
}

function lineCells(flow: Flow, { columns, table, line, reckoned, document, t }: Row): Cell[] {
  const { language } = document
  const { label, description, reference, quantity, unitPriceCents, discount, vat } = line
  const figures: Record<Exclude<ColumnName, 'product' | 'reference'>, string> = {
    quantity: countOnPaper(quantity, language),
    price: figureOnPaper(unitPriceCents, language),
    discount:
      discount && 'share' in discount
        ? percentOnPaper(discount.share, language)
        : reckoned.discountCents === 0
          ? ''
          : figureOnPaper(reckoned.discountCents, language),
    vat: vat.category === 'E' ? t.exempt : percentOnPaper(vat.rate, language),
    amount: figureOnPaper(reckoned.netCents, language),
  }
  const row = flow.part('TR', table)
  return columns.map(({ name, x, width }) => {
    const cell = flow.part('TD', row)
    if (name === 'reference') return { x, lines: flow.lines(reference ?? '', small, width, cell) }
    if (name === 'product') {
      const more = description ? flow.lines(description, small, width, cell) : []
      return { x, lines: [...flow.lines(label, body, width, cell), ...more] }
    }
    return { x, lines: flow.endLines(figures[name], name === 'amount' ? strongFigure : figure, width, cell) }
  })
}
