import { readBankCsv } from './bank-csv.ts'
import { BankFileFault, type BankStatement, withoutExcess } from './bank-statement.ts'
import { readCamt } from './camt.ts'

/** Reads the incoming entries of a bank's file, in either of the two formats banks offer. Throws a BankFileFault. */
export function readBankFile(bytes: Uint8Array): BankStatement {
  const text = decoded(bytes).trim()
  if (text === '') throw new BankFileFault('bank_file_unknown')
  const read = text.startsWith('<') ? readCamt(text) : readBankCsv(text)
  return { ...read, entries: read.entries.map(withoutExcess) }
}

/** Banks write UTF-8 or, the older ones, windows-1252, whatever their XML declares. */
function decoded(bytes: Uint8Array): string {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  const encodings = isUtf16 ? [bytes[0] === 0xff ? 'utf-16le' : 'utf-16be'] : ['utf-8', 'windows-1252']
  for (const encoding of encodings) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
      // windows-1252 decodes even binary data, so a NUL byte marks it.
      if (!text.includes('\0')) return text
    } catch {
      // Try the next encoding.
    }
  }
  throw new BankFileFault('bank_file_unreadable')
}
