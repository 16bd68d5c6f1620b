import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { SaxesParser } from 'saxes'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { Problem } from '#kit/problem.ts'
import { mostColumns, tableFault } from './table-file.ts'

const mostParts = 2_000
/** Limit for all parts read, unpacked: 50,000 rows of twenty cells take less than half of it. */
const mostUnpacked = 150 * 1024 * 1024
/** Shared strings are kept in memory while rows are read, because cells refer to them by index. */
const mostWords = 500_000
const mostLetters = 20_000_000
const longestCell = 32_767
/** Counts empty rows too. */
const lastRow = 200_000
/** Real workbooks nest a dozen levels and have about twenty attributes on an element. */
const deepest = 64
const mostAttributes = 100
/**
 * Bytes between two parser events, all of which it buffers: a whole cell with its attributes, each letter written as a number.
 */
const longestUnheard = 1024 * 1024

/** Converts an Excel workbook in place into the table of its first sheet; any other file is left as it is. */
export async function asTable(path: string, mostBytes: number): Promise<void> {
  if (!(await isZip(path))) return
  const table = `${path}.csv`
  try {
    await pipeline(Readable.from(linesOf(path, mostBytes)), createWriteStream(table, { mode: 0o600 }))
    await rename(table, path)
  } catch (error) {
    await rm(table, { force: true })
    // Damaged, password-protected or no workbook: parser and zip errors all mean that. System errors, such as a full disk, are
    // passed on.
    throw error instanceof Problem || (error instanceof Error && 'syscall' in error)
      ? error
      : tableFault('file_unreadable')
  }
}

async function isZip(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return buffer.readUInt32LE(0) === 0x04034b50
  } finally {
    await file.close()
  }
}

/** Each row is on the line of its number in Excel, even if cells contain line breaks. */
async function* linesOf(path: string, mostBytes: number): AsyncGenerator<string, void> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false })
  try {
    const parts = await Parts.of(zip)
    const sheet = await firstSheetOf(parts)
    const words = await wordsOf(parts)
    let last = 0
    let letters = 0
    for await (const { number, cells } of rowsOf(parts, sheet, words)) {
      const line = `${'\n'.repeat(number - last - 1)}${cells.map(quoted).join(';')}\n`
      last = number
      letters += Buffer.byteLength(line)
      if (letters > mostBytes) throw tableFault('file_too_large')
      yield line
    }
  } finally {
    zip.close()
  }
}

const quoted = (cell: string) => (/[";,\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

type Heard = {
  opened: (name: string, attributes: Readonly<Record<string, string>>) => void
  closed?: (name: string) => void
  said?: (text: string) => void
}

/** The archive's parts; yauzl makes sure that none is longer than its directory entry says. */
class Parts {
  readonly #zip: ZipFile
  readonly #entries: ReadonlyMap<string, Entry>
  #left = mostUnpacked

  constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip
    this.#entries = entries
  }

  static async of(zip: ZipFile): Promise<Parts> {
    if (zip.entryCount > mostParts) throw tableFault('file_unreadable')
    const entries = new Map<string, Entry>()
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
    return new Parts(zip, entries)
  }

  has(name: string): boolean {
    return this.#entries.has(name)
  }

  /** Yields after each chunk, when the parsed values can be taken. */
  async *read(name: string, { opened, closed, said }: Heard): AsyncGenerator<void, void> {
    const entry = this.#entries.get(name)
    if (!entry) throw tableFault('file_unreadable')
    this.#left -= entry.uncompressedSize
    if (this.#left < 0) throw tableFault('file_too_large')
    const parser = new SaxesParser({ xmlns: false, position: false })
    const refuse = () => {
      throw tableFault('file_unreadable')
    }
    let [depth, attributes, unheard] = [0, 0, 0]
    const take = (text: string) => {
      unheard = 0
      said?.(text)
    }
    parser.on('error', refuse)
    // A doctype allows entity expansion, and no spreadsheet program writes one.
    parser.on('doctype', refuse)
    parser.on('attribute', () => {
      attributes += 1
      if (attributes > mostAttributes) refuse()
    })
    parser.on('opentag', tag => {
      depth += 1
      if (depth > deepest) refuse()
      attributes = 0
      unheard = 0
      opened(localName(tag.name), tag.attributes)
    })
    parser.on('closetag', tag => {
      depth -= 1
      unheard = 0
      closed?.(localName(tag.name))
    })
    parser.on('text', take)
    parser.on('cdata', take)
    const decoder = new TextDecoder()
    for await (const bytes of await this.#zip.openReadStreamPromise(entry)) {
      unheard += bytes.length
      parser.write(decoder.decode(bytes, { stream: true }))
      if (unheard > longestUnheard) refuse()
      yield
    }
    parser.write(decoder.decode()).close()
    yield
  }
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

async function whole(parts: Parts, name: string, heard: Heard): Promise<void> {
  for await (const _piece of parts.read(name, heard));
}

/** The first sheet that is not hidden. */
async function firstSheetOf(parts: Parts): Promise<string> {
  let id: string | undefined
  await whole(parts, 'xl/workbook.xml', {
    opened: (name, attributes) => {
      if (name === 'sheet' && !/hidden/i.test(attributes.state ?? ''))
        id ??= Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1]
    },
  })
  let target: string | undefined
  await whole(parts, 'xl/_rels/workbook.xml.rels', {
    opened: (name, attributes) => {
      if (name === 'Relationship' && attributes.Id === id) target ??= attributes.Target
    },
  })
  if (!id || !target) throw tableFault('file_unreadable')
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`
}

const wordsPart = 'xl/sharedStrings.xml'

async function wordsOf(parts: Parts): Promise<string[]> {
  const words: string[] = []
  if (!parts.has(wordsPart)) return words
  let letters = 0
  const { heard, take } = spoken()
  await whole(parts, wordsPart, {
    ...heard,
    closed: name => {
      heard.closed(name)
      if (name !== 'si') return
      const word = take()
      letters += word.length
      words.push(word)
      if (words.length > mostWords || letters > mostLetters) throw tableFault('file_too_large')
    },
  })
  return words
}

/** Collects the text of `t` and `v` elements without phonetic readings (Japanese). */
function spoken() {
  let text = ''
  let isHeard = false
  let isAloud = false
  return {
    take: () => {
      const taken = text
      text = ''
      return taken
    },
    heard: {
      opened: (name: string) => {
        if (name === 'rPh') isAloud = true
        isHeard = !isAloud && (name === 't' || name === 'v')
      },
      closed: (name: string) => {
        if (name === 'rPh') isAloud = false
        isHeard = false
      },
      said: (more: string) => {
        if (isHeard) text = (text + more).slice(0, longestCell)
      },
    },
  }
}

type Row = { number: number; cells: string[] }

async function* rowsOf(parts: Parts, sheet: string, words: readonly string[]): AsyncGenerator<Row, void> {
  let rows: Row[] = []
  let row: Row = { number: 0, cells: [] }
  let column = -1
  let type = ''
  const { heard, take } = spoken()
  const reading = parts.read(sheet, {
    said: heard.said,
    opened: (name, attributes) => {
      heard.opened(name)
      if (name === 'row') {
        row = { number: Math.max(Number(attributes.r) || 0, row.number + 1), cells: [] }
        column = -1
        if (row.number > lastRow) throw tableFault('too_many_lines')
      } else if (name === 'c') {
        column = columnOf(attributes.r) ?? column + 1
        type = attributes.t ?? 'n'
        take()
      }
    },
    closed: name => {
      heard.closed(name)
      if (name === 'row') rows.push(row)
      else if (name === 'c' && column < mostColumns) {
        while (row.cells.length < column) row.cells.push('')
        row.cells[column] = cellOf(type, take(), words)
      }
    },
  })
  for await (const _piece of reading) {
    yield* rows
    rows = []
  }
}

/** "AB12" is in column 28. */
function columnOf(place: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(place ?? '')?.[0]
  if (!letters) return undefined
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function cellOf(type: string, said: string, words: readonly string[]): string {
  const text = type === 's' ? (words[Number(said)] ?? '') : type === 'n' ? numberOf(said) : said
  // Line breaks would shift the row numbers.
  return text.replace(/[\r\n]+/g, ' ')
}

/** Rounded as Excel shows it: 0.1 + 0.2 is 0.3. */
const numberOf = (said: string) => {
  const value = Number(said)
  return said === '' || !Number.isFinite(value) ? said : String(Number(value.toPrecision(15)))
}
