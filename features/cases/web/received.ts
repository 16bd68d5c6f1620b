import type { Day } from '#kit/day.ts'
import type { Case } from '../contract.ts'

/** By the practice itself, today: it can say that it has not. */
export const wasReceivedOn = (
  today: Day,
  { status, receivedAt }: Pick<Case, 'status' | 'receivedAt'>,
  dayOf: (at: string) => Day,
) => status === 'delivered' && receivedAt !== null && dayOf(receivedAt) === today
