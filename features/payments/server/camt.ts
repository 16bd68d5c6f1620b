import { SaxesParser } from 'saxes'
import { isDay } from '#kit/is-day.ts'
import type { BankEntry } from '../contract.ts'
import { BankFileFault, type BankStatement, longestText, mostEntries } from './bank-statement.ts'

/** Real statements nest about fifteen levels deep. */
const deepest = 64
/** About thirty for each of the most entries; the memory for all of them is about fifty megabytes. */
const mostElements = 200_000

type Element = { name: string; text: string; currency: string | undefined; children: Element[] }

const newElement = (name: string, currency?: string): Element => ({ name, text: '', currency, children: [] })

/**
 * Reads a bank's statement (ISO 20022, camt.053 of any version). A document type allows XML to fetch and to expand: no
 * bank sends one, so a file with one is refused.
 */
export function readCamt(text: string): BankStatement {
  const parser = new SaxesParser({ xmlns: false, position: false })
  const root = newElement('')
  const open: Element[] = [root]
  let elements = 0
  parser.on('error', () => {
    throw new BankFileFault('bank_file_unreadable')
  })
  parser.on('doctype', () => {
    throw new BankFileFault('bank_file_unreadable')
  })
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length > deepest) throw new BankFileFault('bank_file_unreadable')
    elements += 1
    if (elements > mostElements) throw new BankFileFault('bank_file_too_long')
    const element = newElement(localName(name), attributes.Ccy)
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('closetag', () => {
    open.pop()
  })
  const take = (said: string) => {
    const element = open.at(-1)
    if (element && element.text.length < longestText) element.text += said.slice(0, longestText)
  }
  parser.on('text', take)
  parser.on('cdata', take)
  parser.write(text).close()

  const statements = all(root, 'Document', 'BkToCstmrStmt', 'Stmt')
  if (statements.length === 0) throw new BankFileFault('bank_file_unknown')
  const accounts = new Set(statements.flatMap(statement => textsAt(statement, 'Acct', 'Id', 'IBAN')))
  const booked = statements.flatMap(statement => all(statement, 'Ntry')).filter(isBooked)
  const entries = booked.flatMap(arrivals)
  if (entries.length > mostEntries) throw new BankFileFault('bank_file_too_long')
  const [iban] = accounts
  return {
    iban: accounts.size === 1 && iban ? iban.replaceAll(' ', '') : null,
    entries,
    gone: booked.filter(hasGone).length,
  }
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

function all(of: Element, ...path: string[]): Element[] {
  let found = [of]
  for (const name of path) found = found.flatMap(({ children }) => children.filter(child => child.name === name))
  return found
}
const textsAt = (of: Element, ...path: string[]) => all(of, ...path).flatMap(({ text }) => text.trim() || [])
const textAt = (of: Element, ...path: string[]) => textsAt(of, ...path)[0] ?? ''

/** Older versions write the status itself, later ones a code inside it. */
const isBooked = (entry: Element) => (textAt(entry, 'Sts', 'Cd') || textAt(entry, 'Sts')) === 'BOOK'

const hasGone = (entry: Element) => textAt(entry, 'CdtDbtInd') === 'DBIT'

/** Incoming entries that are not reversed; a batch the bank booked as one sum is split into its transactions. */
function arrivals(entry: Element): BankEntry[] {
  if (textAt(entry, 'CdtDbtInd') !== 'CRDT' || textAt(entry, 'RvslInd') === 'true') return []
  const bookedOn = (textAt(entry, 'BookgDt', 'Dt') || textAt(entry, 'BookgDt', 'DtTm')).slice(0, 10)
  const whole = centsOf(all(entry, 'Amt')[0])
  if (!isDay(bookedOn) || whole === undefined) throw new BankFileFault('bank_file_unreadable')
  if (whole === null) return []
  const reference = textAt(entry, 'AcctSvcrRef')
  const parts = all(entry, 'NtryDtls', 'TxDtls')
  const amounts = parts.map(part => centsOf(all(part, 'Amt')[0] ?? all(part, 'AmtDtls', 'TxAmt', 'Amt')[0]))
  const sum = amounts.reduce<number>((total, cents) => total + (cents ?? Number.NaN), 0)
  if (parts.length > 1 && sum === whole) {
    return parts.map((part, index) => ({
      bookedOn,
      amountCents: amounts[index] ?? 0,
      ...saidOf(part),
      bankReference: textAt(part, 'Refs', 'AcctSvcrRef') || (reference && `${reference}/${index + 1}`),
    }))
  }
  const said = parts.map(saidOf)
  return [
    {
      bookedOn,
      amountCents: whole,
      text: [...said.map(({ text }) => text), textAt(entry, 'AddtlNtryInf')].filter(Boolean).join(' '),
      payer: said.length === 1 ? (said[0]?.payer ?? '') : '',
      bankReference: reference || textAt(entry, 'NtryRef'),
    },
  ]
}

const saidOf = (part: Element) => ({
  text: [
    ...textsAt(part, 'RmtInf', 'Ustrd'),
    ...textsAt(part, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref'),
    ...textsAt(part, 'Refs', 'EndToEndId').filter(id => id !== 'NOTPROVIDED'),
  ].join(' '),
  payer: textAt(part, 'RltdPties', 'Dbtr', 'Pty', 'Nm') || textAt(part, 'RltdPties', 'Dbtr', 'Nm'),
})

/** Null for another currency; undefined when it is not an amount. */
function centsOf(amount: Element | undefined): number | null | undefined {
  const [, euros, cents = ''] = /^(\d{1,11})(?:\.(\d{1,2})0*)?$/.exec(amount?.text.trim() ?? '') ?? []
  if (euros === undefined) return undefined
  if (amount?.currency !== 'EUR') return null
  return Number(euros) * 100 + Number(cents.padEnd(2, '0'))
}
