import type { Day } from '#kit/day.ts'
import type { Case, CaseStatus, TimelineLine } from './contract.ts'

export const isStep = ({ kind }: Pick<TimelineLine, 'kind'>) => kind === 'step'

export type StepToCome = {
  status: CaseStatus | 'appointment'
  /** Null when unknown. */
  on: Day | null
}

const way: readonly CaseStatus[] = ['registered', 'in_preparation', 'in_production', 'shipped', 'delivered']

/** The remaining steps of a case, in order; empty when nothing is known or left. */
export function stepsToCome(
  known: Pick<Case, 'status' | 'deliveryDate' | 'expected' | 'isDayLost'>,
  patient: Day | null,
  today: Day,
): StepToCome[] {
  const here = way.indexOf(known.status)
  const left = here < 0 ? [] : way.slice(here + 1)
  if (left.length === 0) return []
  const { deliveryDate, isDayLost } = known
  // A day that has passed, or that the impression cannot reach in time, is not shown as coming: the head of the screen says
  // so.
  const arrives = deliveryDate !== null && deliveryDate >= today && !isDayLost ? deliveryDate : null
  const dayOf = (status: CaseStatus) =>
    status === 'delivered' ? arrives : (known.expected.find(step => step.status === status)?.on ?? null)
  const steps: StepToCome[] = left.map(status => ({ status, on: dayOf(status) }))
  if (patient === null || patient < today) return steps
  const visit: StepToCome = { status: 'appointment', on: patient }
  const after = steps.findIndex(({ on }) => on !== null && on > patient)
  return after < 0 ? [...steps, visit] : steps.toSpliced(after, 0, visit)
}

/** Since when the case has its current status; notes do not restart it. */
export const statusSince = (timeline: readonly TimelineLine[]): string | undefined => timeline.findLast(isStep)?.at
