import type { CaseStatus, TimelineLine } from '../contract.ts'
import { hasArrived } from '../rules.ts'

type Line = Pick<TimelineLine, 'status' | 'at' | 'kind'> & {
  sequence: number
  takesBack: number | null
  isByPractice: boolean
}

/**
 * From a case's timeline lines in order: `arrivedAt` is the time of the first delivered line that was not taken back (as
 * `arrivedOn` in SQL); `receivedAt` that time if the practice confirmed it itself, null if the laboratory did
 * (`beginsDelivery`).
 */
export function arrivalOf(status: CaseStatus, lines: readonly Line[]) {
  if (!hasArrived({ status })) return { arrivedAt: null, receivedAt: null }
  const delivered = lines.filter(line => line.status === 'delivered')
  const standing = delivered.filter(line => !lines.some(later => takesBack(later, line)))
  const began = delivered.findLast(({ kind }) => kind === 'step')
  return {
    arrivedAt: standing.map(({ at }) => at).toSorted()[0] ?? null,
    receivedAt: began?.isByPractice ? began.at : null,
  }
}

const takesBack = (later: Line, line: Line) =>
  later.takesBack !== null && later.takesBack <= line.sequence && later.sequence > line.sequence
