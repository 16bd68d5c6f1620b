import { parse } from 'csv-parse/sync'
import { isDay } from '#kit/is-day.ts'
import { centsOf } from '#kit/typed-amount.ts'
import type { BankEntry } from '../contract.ts'
import { isOfDirection, newDirection } from './bank-direction.ts'
import { BankFileFault, type BankStatement, mostEntries } from './bank-statement.ts'

/** Column headings of banks, without accents and in lower case; the first match wins. */
const headings = {
  bookedOn: [/^date (d')?(operation|comptable|comptabilisation)/, /^(booking|operation) date/, /^date$/, /^date/],
  credit: [/^credit(s|ed)?\b/, /^(montant|amount)\b.*\bcredit/, /^(entree|recette|encaissement)/, /^(money|paid) in/],
  debit: [/^debit(s|ed)?\b/, /^(montant|amount)\b.*\bdebit/, /^(sortie|depense|decaissement)/, /^(money|paid) out/],
  amount: [/^montant/, /^amount/, /^valeur$/],
  text: [/^libelle/, /^(description|communication|details?|motif|informations?|narrative|label)/],
  payer: [/^(nom|donneur|emetteur|contrepartie|debiteur|payer|counterparty|tiers)/],
  reference: [/^(numero|n°|reference|ref)/],
} as const
type Column = keyof typeof headings

/** Generous, since many lines of an account are outgoing. */
const mostRows = 20_000
const longestRow = 20_000
/** The columns, a few dozen at most, stand below some lines about the account. */
const mostRowsBefore = 50
const mostColumns = 100

const plain = (text: string) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/[’´`]/g, "'").replace(/\s+/g, ' ').trim()

/** Reads account lines as banks export them: separated by semicolons, commas or tabs, below some lines about the account. */
export function readBankCsv(text: string): BankStatement {
  const rows = rowsOf(text)
  const head = rows.slice(0, mostRowsBefore).findIndex(row => columnsOf(row) !== undefined)
  const columns = columnsOf(rows[head] ?? [])
  if (!columns) throw new BankFileFault('bank_file_unknown')
  const lines = rows.slice(head + 1).flatMap(row => lineOf(row, columns) ?? [])
  const names = (rows[head] ?? []).map((name, index) => (index === columns.amount ? undefined : plain(name)))
  const written = [columns.payer, ...columns.text]
  const { hasGone, saysGone } = newDirection({ names, written, lines, areApart: columns.credit !== undefined }, plain)
  const entries = lines
    .filter(line => !hasGone(line))
    .map(line => ({ ...entryOf(line, columns), ...(saysGone(line) && { saysGone: true }) }))
  if (entries.length > mostEntries) throw new BankFileFault('bank_file_too_long')
  const [iban] = rows.slice(0, head).flatMap(row => row.flatMap(cell => cell.match(ibanWithin)?.[0] ?? []))
  return { iban: iban ? iban.replaceAll(' ', '') : null, entries, gone: lines.length - entries.length }
}

const ibanWithin = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?\b/

function rowsOf(text: string): string[][] {
  const lines = text.slice(0, mostRowsBefore * longestRow).split(/\r\n|\r|\n/, mostRowsBefore)
  const count = (mark: string) => lines.reduce((sum, line) => sum + line.split(mark).length - 1, 0)
  const marks = [';', '\t', ',']
  const delimiter = marks.find(mark => mark !== ',' && count(mark) >= lines.filter(Boolean).length / 2) ?? ','
  try {
    const rows = parse(text, {
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
      max_record_size: longestRow,
      to: mostRows + 1,
    })
    if (rows.length <= mostRows) return rows
  } catch {
    throw new BankFileFault('bank_file_unreadable')
  }
  throw new BankFileFault('bank_file_too_long')
}

type Columns = { text: number[] } & Record<Exclude<Column, 'text'>, number | undefined>

/** A line needs a day, an amount and words. */
function columnsOf(row: readonly string[]): Columns | undefined {
  if (row.length > mostColumns) return undefined
  const names = row.map(plain)
  const isOf = (column: Column) => (name: string) => headings[column].some(heading => heading.test(name))
  const place = (column: Column, isOther = (_: string) => false) => {
    const places = headings[column].map(heading => names.findIndex(name => heading.test(name) && !isOther(name)))
    return places.find(index => index >= 0)
  }
  const text = names.flatMap((name, index) => (isOf('text')(name) ? [index] : []))
  const bookedOn = place('bookedOn')
  const apart = { credit: place('credit', isOfBoth), debit: place('debit', isOfBoth) }
  const amount = place('amount', name => !isOfBoth(name) && (isOf('credit')(name) || isOf('debit')(name)))
  // Where no other column is an amount, the one headed by both directions holds signed amounts.
  const signed = amount ?? (apart.credit === undefined ? names.findIndex(isOfDirection) : undefined)
  if (bookedOn === undefined || text.length === 0) return undefined
  if (apart.credit === undefined && (signed === undefined || signed < 0)) return undefined
  return { bookedOn, ...apart, amount: signed, text, payer: place('payer'), reference: place('reference') }
}

const isOfBoth = (name: string) => /debit/.test(name) && /credit/.test(name)

/** Undefined for summary lines; outgoing amounts are negative. */
function lineOf(row: readonly string[], columns: Columns) {
  const cents = (index: number | undefined) => centsOf(row[index ?? -1] ?? '') ?? 0
  const bookedOn = dayOf(row[columns.bookedOn ?? -1] ?? '')
  const amountCents = cents(columns.credit ?? columns.amount) || -Math.abs(cents(columns.debit))
  return bookedOn && amountCents !== 0 ? { row, bookedOn, cents: amountCents } : undefined
}

function entryOf({ row, bookedOn, cents }: NonNullable<ReturnType<typeof lineOf>>, columns: Columns): BankEntry {
  const cell = (index: number | undefined) => row[index ?? -1] ?? ''
  return {
    bookedOn,
    amountCents: cents,
    text: columns.text.map(cell).filter(Boolean).join(' ').replace(/\s+/g, ' '),
    payer: cell(columns.payer),
    bankReference: cell(columns.reference),
  }
}

/** Reads 05/12/2026, 5.12.26, 05-12-2026 and 2026-12-05; the month never comes first. */
function dayOf(text: string): string | undefined {
  const [, year, month, date] =
    /^(\d{4})-(\d\d)-(\d\d)/.exec(text) ?? reordered(/^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d\d)(?!\d)/.exec(text)) ?? []
  const day = `${year}-${month}-${date}`
  return isDay(day) ? day : undefined
}

function reordered(match: RegExpExecArray | null): string[] | undefined {
  if (!match) return undefined
  const [whole = '', date = '', month = '', year = ''] = match
  return [whole, year.padStart(4, '20'), month.padStart(2, '0'), date.padStart(2, '0')]
}
