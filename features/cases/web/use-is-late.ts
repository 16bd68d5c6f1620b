import { useFormat } from '#kit/web/format.tsx'
import type { Case } from '../contract.ts'
import { canMoveDates, isTooLate } from '../rules.ts'

/** It comes after its patient, and there is something to be done about it. */
export function useIsLate(known: Case): boolean {
  const format = useFormat()
  const { appointmentDate } = known
  const isLate = isTooLate(known, appointmentDate && format.dayOf(appointmentDate), format.today())
  return isLate && canMoveDates(known)
}
