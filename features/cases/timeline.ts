import type { Case } from './contract.ts'

type Step = Case['timeline'][number]

/** A line without a new status is a note to the status before it: an answer, a reason, a delivery that moved. */
const isNote = (step: Step, before: Step | undefined) => step.note !== undefined && step.status === before?.status

export function stepsOf(timeline: readonly Step[]): (Step & { isNote: boolean })[] {
  return timeline.map((step, index) => ({ ...step, isNote: isNote(step, timeline[index - 1]) }))
}

/** Since when the case has the status it has; notes do not begin it anew. */
export const statusSince = (timeline: readonly Step[]): string | undefined =>
  stepsOf(timeline).findLast(step => !step.isNote)?.at
