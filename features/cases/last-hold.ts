import type { Case } from './contract.ts'
import { stepsOf } from './timeline.ts'

type Step = Case['timeline'][number]

/** The question and notes of the last hold, if the case has continued and has taken no further step since. */
export function lastHold<S extends Step>(
  timeline: readonly S[],
): { question: string | undefined; notes: S[] } | undefined {
  const steps = stepsOf(timeline)
  const present = steps.findLastIndex(step => !step.isNote)
  const begun = steps.slice(0, Math.max(present, 0)).findLastIndex(step => !step.isNote)
  const first = steps[begun]
  if (first?.status !== 'on_hold' || timeline[present]?.status !== timeline[begun - 1]?.status) return undefined
  return { question: first.note, notes: timeline.slice(begun + 1, present) }
}
