import { OwnThread } from '#kit/server/own-thread.ts'
import { newTurns, type Share } from '#kit/server/turns.ts'
import type { InspectionSummary } from './inspection-summary.ts'
import type { TraceabilitySheet } from './sheet.ts'

export type Drawn = { sheet: TraceabilitySheet } | { summary: InspectionSummary }

const thread = new OwnThread<Drawn, Uint8Array<ArrayBuffer>>(new URL('./sheet-thread.ts', import.meta.url))

/** One at a time, each taking a fiftieth of a second; a queue of more than one or two seconds is refused (security.md S51). */
export const { inTurn: inDrawingTurn } = newTurns({ name: 'sheets', atOnce: 1, longestQueue: 64, retryAfter: 1 })

/** Runs after start-up, so that the first sheet does not wait for the fonts. */
export const prepareDrawing = (): void => void thread.start()

/** Draws in a worker thread, because drawing would block the event loop. */
export const drawInTurn = (share: Share, drawn: Drawn) => inDrawingTurn(share, () => thread.ask(drawn))
