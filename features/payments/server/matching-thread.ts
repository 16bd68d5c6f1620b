import { answerInThread } from '#kit/server/own-thread.ts'
import type { ToMatch } from './bank-reading.ts'
import { withEntered } from './entered.ts'
import { matchEntries } from './matching.ts'

answerInThread(({ entries, awaited, entered }: ToMatch) =>
  withEntered(entries, matchEntries(entries, awaited), awaited, entered),
)
