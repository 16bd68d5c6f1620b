import { OwnThread } from '#kit/server/own-thread.ts'
import { newTurns, type Share } from '#kit/server/turns.ts'
import type { Labels } from './labels.ts'

const thread = new OwnThread<Labels, Uint8Array<ArrayBuffer>>(new URL('./label-thread.ts', import.meta.url))

/** One at a time, for about a second at most; a longer queue is refused (security.md S51). */
export const { inTurn: inLabelTurn } = newTurns({ name: 'labels', atOnce: 1, longestQueue: 64, retryAfter: 2 })

/** In a worker thread, because drawing would block the event loop. */
export const drawLabelsInTurn = (share: Share, labels: Labels) => inLabelTurn(share, () => thread.ask(labels))
