import type { BankEntry } from '../contract.ts'

/** What came in, though its own words may say that it went. */
export type Arrived = BankEntry & { saysGone?: boolean | undefined }

/** What a bank's file says of the account, of what came in. */
export type BankStatement = {
  /** Which account, where the file says it of all of its lines. */
  iban: string | null
  entries: Arrived[]
  /** How many lines are left out because they went out. */
  gone: number
}

/** A busy laboratory has some hundreds a month. */
export const mostEntries = 5_000

/** A transfer carries 140 letters of its payer; some banks put as many around them again. */
export const longestText = 500
const longestName = 200

export const withoutExcess = (entry: Arrived): Arrived => ({
  ...entry,
  text: entry.text.slice(0, longestText),
  payer: entry.payer.slice(0, longestName),
  bankReference: entry.bankReference.slice(0, longestName),
})

/** Why a file is none that can be worked with. */
export class BankFileFault extends Error {
  readonly code: 'bank_file_unknown' | 'bank_file_unreadable' | 'bank_file_too_long' | 'bank_file_direction_unknown'

  constructor(code: BankFileFault['code']) {
    super(code)
    this.name = 'BankFileFault'
    this.code = code
  }
}
