import { createHash } from 'node:crypto'
import { answerInThread } from '#kit/server/own-thread.ts'
import type { BankEntry } from '../contract.ts'
import { readBankFile } from './bank-file.ts'
import { BankFileFault, type BankStatement } from './bank-statement.ts'

export type ReadFile = (BankStatement & { keys: string[] }) | { fault: BankFileFault['code'] }

answerInThread((bytes: Uint8Array): ReadFile => {
  try {
    const read = readBankFile(bytes)
    return { ...read, keys: keysOf(read.entries) }
  } catch (error) {
    if (error instanceof BankFileFault) return { fault: error.code }
    throw error
  }
})

/** An entry has the same key in every file that contains it; identical entries are numbered, so each has its own. */
function keysOf(entries: readonly BankEntry[]): string[] {
  const seen = new Map<string, number>()
  return entries.map(({ bookedOn, amountCents, text, payer, bankReference }) => {
    const said = JSON.stringify([bookedOn, amountCents, text, payer, bankReference])
    const earlier = seen.get(said) ?? 0
    seen.set(said, earlier + 1)
    return createHash('sha256').update(`${earlier}/${said}`).digest('hex')
  })
}
