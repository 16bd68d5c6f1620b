import type { BankEntry } from '../contract.ts'

/** An incoming entry, though its own words may say that it went out (`saysGone`). */
export type Arrived = BankEntry & { saysGone?: boolean | undefined }

/** The account and its incoming entries, as a bank's file gives them. */
export type BankStatement = {
  /** The account, where the file names one for all of its lines. */
  iban: string | null
  entries: Arrived[]
  /** Number of outgoing lines left out. */
  gone: number
}

/** A busy laboratory has some hundreds a month. */
export const mostEntries = 5_000

/** A transfer carries 140 characters of its payer; some banks add as many around them. */
export const longestText = 500
const longestName = 200

export const withoutExcess = (entry: Arrived): Arrived => ({
  ...entry,
  text: entry.text.slice(0, longestText),
  payer: entry.payer.slice(0, longestName),
  bankReference: entry.bankReference.slice(0, longestName),
})

/** Why a file cannot be used. */
export class BankFileFault extends Error {
  readonly code: 'bank_file_unknown' | 'bank_file_unreadable' | 'bank_file_too_long' | 'bank_file_direction_unknown'

  constructor(code: BankFileFault['code']) {
    super(code)
    this.name = 'BankFileFault'
    this.code = code
  }
}
