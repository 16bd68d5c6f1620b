import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { setImmediate as turnOfOthers } from 'node:timers/promises'
import { parse } from 'csv-parse'
import { Problem } from '#kit/problem.ts'
import { tableRefusals } from '../table-refusals.ts'
import { newTurns, type Share } from './turns.ts'

export type Delimiter = ',' | ';' | '\t'
/** A row of the table, with the number of the line where it begins in a text editor. */
export type Row = { line: number; cells: readonly string[] }
/** From here on the file cannot be read as a table. */
export type Broken = { line: number; broken: true }

export const tableFault = (code: keyof typeof tableRefusals) => new Problem(code, tableRefusals[code])

/** One file per user at a time and two in all, so that others keep the rest of the machine. */
const turns = newTurns({
  name: 'imports',
  atOnce: 2,
  atOnceOfOne: [1, 1, 1],
  longestQueue: 16,
  longestWait: 30_000,
  retryAfter: 10,
})
export const inTableTurn = <T>(share: Share, work: () => Promise<T>): Promise<T> => turns.inTurn(share, work)

export const mostColumns = 200
const longestRow = 32_000
/** In bytes, with delimiters and quotes: for a longer line the reader would hold every cell at once, empty ones too. */
const longestLine = 8 * longestRow
const pieceBytes = 256 * 1024
/** A UTF-16 unit takes three bytes of UTF-8 at most. */
const mostUnits = Math.floor(pieceBytes / 3)

const bytesOf = (path: string): AsyncIterable<Uint8Array> => createReadStream(path, { highWaterMark: pieceBytes })

/** The file's encoding: Excel in France saves Windows-1252, or UTF-8 with a byte order mark; "Unicode text" is UTF-16. */
async function encodingOf(path: string): Promise<'utf-8' | 'utf-16le' | 'windows-1252'> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let isFirst = true
  let isUtf8 = true
  for await (const bytes of bytesOf(path)) {
    if (isFirst && bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
    isFirst = false
    // NUL bytes occur in pictures, older workbooks and programs, but not in tables.
    if (bytes.includes(0)) throw tableFault('file_unreadable')
    if (isUtf8) isUtf8 = decodes(decoder, bytes)
  }
  return isUtf8 && decodes(decoder) ? 'utf-8' : 'windows-1252'
}

function decodes(decoder: TextDecoder, bytes?: Uint8Array): boolean {
  try {
    decoder.decode(bytes, { stream: bytes !== undefined })
    return true
  } catch {
    return false
  }
}

/** The file in UTF-8, without byte order mark and with \n line ends, in pieces that the database takes. */
export async function* piecesOf(path: string): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(await encodingOf(path))
  let text = ''
  for await (const bytes of bytesOf(path)) {
    text += decoder.decode(bytes, { stream: true })
    // A CRLF may be split between two pieces.
    const rest = text.endsWith('\r') ? '\r' : ''
    text = text.slice(0, text.length - rest.length).replace(/\r\n?/g, '\n')
    while (text.length >= mostUnits) yield Buffer.from(cut())
    text += rest
  }
  text = (text + decoder.decode()).replace(/\r\n?/g, '\n')
  while (text) yield Buffer.from(cut())

  function cut(): string {
    // A surrogate pair must not be split.
    const end = /[\ud800-\udbff]/.test(text[mostUnits - 1] ?? '') ? mostUnits - 1 : mostUnits
    const piece = text.slice(0, end)
    text = text.slice(end)
    return piece
  }
}

const marks = [';', '\t', ','] as const

/** The delimiter that occurs most in the first line. */
function delimiterOf(firstPiece: string): Delimiter {
  const line =
    firstPiece
      .replace(/"(?:[^"]|"")*"/g, '')
      .split(/[\r\n]+/, 2)
      .find(Boolean) ?? ''
  const count = (mark: string) => line.split(mark).length
  return marks.reduce<Delimiter>((best, mark) => (count(mark) > count(best) ? mark : best), ';')
}

/** Bytes parsed before others have their turn. */
const sliceBytes = 16 * 1024

/** Slices up to the first line that exceeds the limit. */
async function* slicesOf(pieces: AsyncIterable<Uint8Array>, tooLong: (line: number) => void) {
  let [line, length] = [1, 0]
  for await (const piece of pieces)
    for (let from = 0; from < piece.length; from += sliceBytes) {
      const slice = piece.subarray(from, from + sliceBytes)
      let begins = 0
      for (let end = slice.indexOf(10); end >= 0; end = slice.indexOf(10, begins)) {
        line += 1
        length = 0
        begins = end + 1
      }
      length += slice.length - begins
      if (length > longestLine) return tooLong(line)
      yield slice
      await turnOfOthers()
    }
}

/** Rows in file order, with no more in memory than a pipe holds. Lines above the headings may be among them. */
export async function* rowsOf(
  pieces: AsyncIterable<Uint8Array>,
  delimiter: Delimiter,
  most: number,
): AsyncGenerator<Row | Broken, void> {
  let brokenAt = Number.POSITIVE_INFINITY
  const parser = parse({
    delimiter,
    record_delimiter: '\n',
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    trim: true,
    max_record_size: longestRow,
    // For a quote that is never closed: the rows before it are still read.
    skip_records_with_error: true,
    on_skip: error => {
      brokenAt = Math.min(brokenAt, Number(error?.lines ?? 0))
    },
  })
  const slices = slicesOf(pieces, line => {
    brokenAt = Math.min(brokenAt, line)
  })
  const source = Readable.from(slices, { objectMode: false })
  source.on('error', error => parser.destroy(error))
  source.pipe(parser)
  let ended = 0
  let empty = 0
  let count = 0
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      if (info.lines >= brokenAt) break
      ended = info.lines
      empty = info.empty_lines
      if (!record.some(cell => cell !== '')) continue
      if (count > most) throw tableFault('too_many_lines')
      count += 1
      const cells = record.length > mostColumns ? record.slice(0, mostColumns) : record
      yield { line: info.lines - breaksIn(record), cells }
    }
    // The line after the last one read and the empty ones between.
    if (brokenAt < Number.POSITIVE_INFINITY) yield { line: ended + 1 + (parser.info.empty_lines - empty), broken: true }
  } finally {
    source.destroy()
    parser.destroy()
  }
}

type Parsed = { record: string[]; info: { lines: number; empty_lines: number } }

const breaksIn = (cells: readonly string[]) => cells.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0)

/** `line`: the line of the headings. */
export type Head = { delimiter: Delimiter; line: number; headings: string[]; samples: string[][] }

const longestHeading = 200
const mostSamples = 3
const longestSample = 60
/** Headings are looked for in this many lines: software writes a title, a source and a date above them. */
const mostLooked = 10

/** Headings as stored, by which their line is recognised again. */
export const headingsOf = (cells: readonly string[]): string[] =>
  cells.map(cell => cell.slice(0, longestHeading).toWellFormed())

/**
 * The start of a file: its columns and samples from its first lines. The headings are the first line, unless a line below has
 * more known column names: `known` counts them. A title may use other delimiters than the table, so each is tried.
 */
export async function headOf(path: string, known: (cells: readonly string[]) => number = () => 0): Promise<Head> {
  let firstPiece = ''
  for await (const piece of piecesOf(path)) {
    firstPiece = piece.toString()
    break
  }
  const usual = delimiterOf(firstPiece)
  let best = { delimiter: usual, rows: await firstRows(firstPiece, usual) }
  // A single match may be chance.
  let most = Math.max(1, known(best.rows[0]?.cells ?? []))
  for (const delimiter of [usual, ...marks.filter(mark => mark !== usual)]) {
    const rows = delimiter === usual ? best.rows : await firstRows(firstPiece, delimiter)
    for (const [place, { cells }] of rows.slice(0, mostLooked).entries()) {
      const count = known(cells)
      if (count <= most) continue
      most = count
      best = { delimiter, rows: rows.slice(place) }
    }
  }
  const [head, ...samples] = best.rows
  if (!head) throw tableFault('file_empty')
  return {
    delimiter: best.delimiter,
    line: head.line,
    headings: headingsOf(head.cells),
    samples: samples
      .slice(0, mostSamples)
      .map(({ cells }) => cells.map(cell => cell.slice(0, longestSample).toWellFormed())),
  }
}

async function firstRows(firstPiece: string, delimiter: Delimiter): Promise<Row[]> {
  const most = mostLooked + mostSamples
  const rows: Row[] = []
  for await (const row of rowsOf(only(firstPiece), delimiter, most)) {
    if ('broken' in row) break
    rows.push(row)
    if (rows.length === most) break
  }
  return rows
}

async function* only(text: string) {
  yield Buffer.from(text)
}

/** Text that PostgreSQL can store: no lone surrogates and no NUL. */
export const isText = (cell: string) => !cell.includes('\0') && cell.isWellFormed()
