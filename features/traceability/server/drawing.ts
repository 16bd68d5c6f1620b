import { OwnThread } from '#kit/server/own-thread.ts'
import { newTurns, type Share } from '#kit/server/turns.ts'
import type { InspectionSummary } from './inspection-summary.ts'
import type { TraceabilitySheet } from './sheet.ts'

export type Drawn = { sheet: TraceabilitySheet } | { summary: InspectionSummary }

const thread = new OwnThread<Drawn, Uint8Array<ArrayBuffer>>(new URL('./sheet-thread.ts', import.meta.url))

/** One at a time, each a fiftieth of a second; beyond a queue of one or two seconds none (security.md S51). */
export const { inTurn: inDrawingTurn } = newTurns({ name: 'sheets', atOnce: 1, longestQueue: 64, retryAfter: 1 })

/** After the start, so that nobody's first sheet waits for the fonts. */
export const prepareDrawing = (): void => void thread.start()

/** Beside the event loop, which drawing would keep to itself. */
export const drawInTurn = (share: Share, drawn: Drawn) => inDrawingTurn(share, () => thread.ask(drawn))
