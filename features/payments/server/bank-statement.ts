import type { BankEntry } from '../contract.ts'

/** What a bank's file says of the account, of what came in. */
export type BankStatement = {
  /** Which account, where the file says it of all of its lines. */
  iban: string | null
  entries: BankEntry[]
}

/** A busy laboratory has some hundreds a month. */
export const mostEntries = 5_000

/** Why a file is none that can be worked with. */
export class BankFileFault extends Error {
  readonly code: 'bank_file_unknown' | 'bank_file_unreadable' | 'bank_file_too_long'

  constructor(code: BankFileFault['code']) {
    super(code)
    this.name = 'BankFileFault'
    this.code = code
  }
}
