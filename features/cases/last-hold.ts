import type { TimelineLine } from './contract.ts'
import { isStep } from './timeline.ts'

/** The question and notes of the last hold, if the case has continued and has taken no further step since. */
export function lastHold<Line extends TimelineLine>(
  timeline: readonly Line[],
): { question: string | undefined; notes: Line[] } | undefined {
  const present = timeline.findLastIndex(isStep)
  const begun = timeline.slice(0, Math.max(present, 0)).findLastIndex(isStep)
  const first = timeline[begun]
  if (first?.status !== 'on_hold' || timeline[present]?.status !== timeline[begun - 1]?.status) return undefined
  return { question: first.note, notes: timeline.slice(begun + 1, present) }
}
