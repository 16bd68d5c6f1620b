import { answerInThread } from '#kit/server/own-thread.ts'
import type { ToMatch } from './bank-reading.ts'
import { matchEntries } from './matching.ts'

answerInThread(({ entries, awaited }: ToMatch) => matchEntries(entries, awaited))
