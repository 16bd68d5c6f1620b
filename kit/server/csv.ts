import type { Day } from '#kit/day.ts'

/** A number as it was made, which begins with a sign and is no formula. */
type Digits = { digits: string }
export type Cell = string | number | Digits | null

const parted = /([,;\t\r\n])/
const beginsLikeFormula = (text: string) => /^(?:[\t\r\n]|[\s\p{C}]*[=+\-@\u2212])/u.test(text.normalize('NFKC'))
/** "contact, +0,2 mm" is none. */
const isFormula = (part: string) => /^[\s\p{C}]*(?:[=@]|[+\-\u2212].*[(|!])/u.test(part.normalize('NFKC'))

const afterSigns = (text: string, change: (part: string) => string) =>
  parted.test(text)
    ? text
        .split(parted)
        .map((part, index) => (index === 0 ? part : change(part)))
        .join('')
    : text

/**
 * Of a cell that begins like a formula, an apostrophe makes words (OWASP, CSV injection). Spreadsheets take signs of other
 * widths for the plain ones, and some pass over what does not show. One that parts cells by another sign than we do begins one
 * in the midst of ours.
 */
export function csvWords(text: string): string {
  const guarded = afterSigns(text, part => (isFormula(part) ? `'${part}` : part))
  return beginsLikeFormula(text) ? `'${guarded}` : guarded
}

/** As it was before `csvWords`: of a file that is given back, corrected and read again. */
export function withoutGuard(text: string): string {
  const bare = text.startsWith("'") && beginsLikeFormula(text.slice(1)) ? text.slice(1) : text
  return afterSigns(bare, part => (part.startsWith("'") && isFormula(part.slice(1)) ? part.slice(1) : part))
}

function said(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return csvWords(cell)
  return typeof cell === 'number' ? String(cell) : cell.digits
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

/** Programs take away white space around a cell, this one when it reads a file back, where no marks hold it. */
const needsMarks = (text: string) => text.trim() !== text || /[";\r\n]/.test(text)

/** A line as the spreadsheets of France read it, with semicolons (RFC 4180 else). */
export const csvLine = (cells: readonly Cell[]): string =>
  `${cells
    .map(said)
    .map(text => (needsMarks(text) ? quoted(text) : text))
    .join(';')}\r\n`

/** A line with commas, as programs expect it. */
export const commaLine = (cells: readonly Cell[]): string => `${cells.map(cell => quoted(said(cell))).join(',')}\r\n`

/** Stands before the first line: table programs take a file without it for one of another alphabet. */
export const csvMark = '\ufeff'

export const csvTable = (heads: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  `${csvMark}${csvLine(heads)}${rows.map(csvLine).join('')}`

/** "31/12/2026", which a spreadsheet of France takes for a day. */
export const csvDay = (day: Day | null): string => day?.split('-').toReversed().join('/') ?? ''

/** "-1234,50" */
export function csvAmount(cents: number, comma: ',' | '.' = ','): Digits {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return { digits: `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}${comma}${digits.slice(-2)}` }
}
