import type { Cell, Flow } from '#kit/server/pdf-flow.ts'
import type { Look } from '#kit/server/pdf-text.ts'
import { rule } from './letter.ts'
import { leading, looks } from './paper-looks.ts'

const { body, figure, small, hairline } = looks

export type PaperColumn<Name extends string> = { name: Name; x: number; width: number; isFigure?: boolean }

/** Rows of one line or a few, below headings repeated on each page. */
export function drawTable<Name extends string>(
  flow: Flow,
  columns: readonly PaperColumn<Name>[],
  names: Readonly<Record<Name, string>>,
  rows: readonly (Readonly<Record<Name, string>> & { look?: Look })[],
) {
  const table = flow.part('Table')
  const cells = (
    words: Readonly<Record<Name, string>>,
    tag: 'TH' | 'TD' | null,
    looksOf: (column: PaperColumn<Name>) => Look,
  ) => {
    const row = tag && flow.part('TR', table)
    return columns.map((column): Cell => {
      const part = row ? flow.part(tag, row) : undefined
      const { name, x, width, isFigure } = column
      const look = looksOf(column)
      return {
        x,
        lines: isFigure ? flow.endLines(words[name], look, width, part) : flow.lines(words[name], look, width, part),
      }
    })
  }
  const drawNames = (tag: 'TH' | null) => {
    flow.cells(cells(names, tag, () => small))
    flow.y += 5
    rule(flow)
    flow.y += 3
  }
  flow.keep(60)
  drawNames('TH')
  for (const row of rows) {
    const look = ({ isFigure }: PaperColumn<Name>): Look =>
      row.look ? { ...row.look, ...(isFigure ? { hasTabularFigures: true } : {}) } : isFigure ? figure : body
    flow.keep(leading + 4, () => drawNames(null))
    flow.cells(cells(row, 'TD', look), () => drawNames(null))
    flow.y += 4
    rule(flow, hairline, 0.5)
    flow.y += 2
  }
  flow.y += 14
}
