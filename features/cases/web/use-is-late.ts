import { useFormat } from '#kit/web/format.tsx'
import type { Case } from '../contract.ts'
import { canMoveDates, isTooLate } from '../rules.ts'

/** Whether the case arrives after its patient and something can be done about it. */
export function useIsLate(known: Case): boolean {
  const format = useFormat()
  const { appointmentDate } = known
  const isLate = isTooLate(known, appointmentDate && format.dayOf(appointmentDate), format.today())
  return isLate && canMoveDates(known)
}
