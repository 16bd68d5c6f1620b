import { OwnThread, TooMuchWork } from '#kit/server/own-thread.ts'
import { newTurns, type Share } from '#kit/server/turns.ts'
import type { ReadFile } from './bank-thread.ts'
import type { Entered, Line } from './entered.ts'
import type { Awaited as AwaitedMoney, Match } from './matching.ts'

export type ToMatch = {
  entries: readonly Line[]
  awaited: readonly AwaitedMoney[]
  entered: readonly Entered[]
}

/** The longest permitted file takes a second or two on an idle machine. */
const limits = { longestMilliseconds: 10_000 }
const reading = new OwnThread<Uint8Array, ReadFile>(new URL('./bank-thread.ts', import.meta.url), limits)
const matching = new OwnThread<ToMatch, Match[]>(new URL('./matching-thread.ts', import.meta.url), limits)

/** One file at a time; laboratories take turns, so that none waits for all the files of another. */
export const { inTurn: inBankTurn } = newTurns({
  name: 'bank_files',
  atOnce: 1,
  longestQueue: 32,
  longestWait: 30_000,
  retryAfter: 10,
})

/** In a worker thread: a file of some megabytes would block the event loop. */
export const readInTurn = (share: Share, bytes: Uint8Array): Promise<ReadFile> =>
  inBankTurn(share, () => reading.ask(bytes)).catch(tooLong)

export const matchInTurn = (share: Share, asked: ToMatch): Promise<Match[] | TooLong> =>
  inBankTurn(share, () => matching.ask(asked)).catch(tooLong)

type TooLong = { fault: 'bank_file_too_long' }
function tooLong(error: unknown): TooLong {
  if (error instanceof TooMuchWork) return { fault: 'bank_file_too_long' }
  throw error
}
