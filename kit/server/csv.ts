import type { Day } from '#kit/day.ts'

/** A number already formatted, which may begin with a sign without being a formula. */
type Digits = { digits: string }
export type Cell = string | number | Digits | null

const parted = /([,;\t\r\n])/
const beginsLikeFormula = (text: string) => /^(?:[\t\r\n]|[\s\p{C}]*[=+\-@\u2212])/u.test(text.normalize('NFKC'))
/** "contact, +0,2 mm" is not a formula. */
const isFormula = (part: string) => /^[\s\p{C}]*(?:[=@]|[+\-\u2212].*[(|!])/u.test(part.normalize('NFKC'))

const afterSigns = (text: string, change: (part: string) => string) =>
  parted.test(text)
    ? text
        .split(parted)
        .map((part, index) => (index === 0 ? part : change(part)))
        .join('')
    : text

/**
 * Guards cells that begin like a formula with an apostrophe (OWASP, CSV injection). Spreadsheets also accept full-width signs,
 * and some skip invisible characters. One that splits cells by another delimiter than ours may find a formula in the middle of a
 * cell.
 */
export function csvWords(text: string): string {
  const guarded = afterSigns(text, part => (isFormula(part) ? `'${part}` : part))
  return beginsLikeFormula(text) ? `'${guarded}` : guarded
}

/** Undoes `csvWords`, for files that users correct and send back. */
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

/** Quotes cells with outer white space, which programs trim when unquoted; so does ours when it reads a file back. */
const needsMarks = (text: string) => text.trim() !== text || /[";\r\n]/.test(text)

/** A line for French spreadsheets, with semicolons (otherwise RFC 4180). */
export const csvLine = (cells: readonly Cell[]): string =>
  `${cells
    .map(said)
    .map(text => (needsMarks(text) ? quoted(text) : text))
    .join(';')}\r\n`

/** A line with commas, as programs expect it. */
export const commaLine = (cells: readonly Cell[]): string => `${cells.map(cell => quoted(said(cell))).join(',')}\r\n`

/** The byte order mark: without it spreadsheets guess another encoding. */
export const csvMark = '\ufeff'

export const csvTable = (heads: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  `${csvMark}${csvLine(heads)}${rows.map(csvLine).join('')}`

/** "31/12/2026", which French spreadsheets read as a date. */
export const csvDay = (day: Day | null): string => day?.split('-').toReversed().join('/') ?? ''

/** "-1234,50" */
export function csvAmount(cents: number, comma: ',' | '.' = ','): Digits {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return { digits: `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}${comma}${digits.slice(-2)}` }
}
