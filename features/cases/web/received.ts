import type { Day } from '#kit/day.ts'
import type { Case } from '../contract.ts'

/** Whether the practice itself confirmed the arrival today, and so may withdraw it. */
export const wasReceivedOn = (
  today: Day,
  { status, receivedAt }: Pick<Case, 'status' | 'receivedAt'>,
  dayOf: (at: string) => Day,
) => status === 'delivered' && receivedAt !== null && dayOf(receivedAt) === today
