import { readBankCsv } from './bank-csv.ts'
import { BankFileFault, type BankStatement, withoutExcess } from './bank-statement.ts'
import { readCamt } from './camt.ts'

/** What came in, from whatever of the two forms a bank offers. Throws a BankFileFault. */
export function readBankFile(bytes: Uint8Array): BankStatement {
  const text = decoded(bytes).trim()
  if (text === '') throw new BankFileFault('bank_file_unknown')
  const read = text.startsWith('<') ? readCamt(text) : readBankCsv(text)
  return { ...read, entries: read.entries.map(withoutExcess) }
}

/** Banks write UTF-8, the older ones Windows' Latin letters, whatever their XML may say of itself. */
function decoded(bytes: Uint8Array): string {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  const encodings = isUtf16 ? [bytes[0] === 0xff ? 'utf-16le' : 'utf-16be'] : ['utf-8', 'windows-1252']
  for (const encoding of encodings) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
      // What is no text at all is still letters to Windows.
      if (!text.includes('\0')) return text
    } catch {
      // The next one, then.
    }
  }
  throw new BankFileFault('bank_file_unreadable')
}
