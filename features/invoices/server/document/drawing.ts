import { OwnThread } from '#kit/server/own-thread.ts'
import { newTurns, type Share } from '#kit/server/turns.ts'
import type { Paper } from './paper.ts'

const thread = new OwnThread<Paper, Uint8Array<ArrayBuffer>>(new URL('./document-thread.ts', import.meta.url))

/** One at a time, refused beyond a queue of a few seconds (security.md S51). A month’s run enqueues one after the other. */
const { inTurn } = newTurns({ name: 'papers', atOnce: 1, longestQueue: 64, retryAfter: 2 })

/** In a worker thread: drawing would block the event loop. */
export const drawPaperInTurn = (share: Share, paper: Paper) => inTurn(share, () => thread.ask(paper))
