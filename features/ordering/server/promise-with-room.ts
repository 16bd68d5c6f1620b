import type { Work } from '#features/capacity/rules.ts'
import { listDaysWithoutRoom } from '#features/capacity/server/sql.ts'
import { horizonOf } from '#features/catalogue/rules.ts'
import type { ForPractice } from '#features/catalogue/server/sql.ts'
import type { DeliveryPromise } from '../contract.ts'
import { type PromiseInput, promiseOf } from '../promise.ts'

/** Of a case that is there already: what it takes is not in its own way, and the day it has is its own. */
type Present = { id: string; deliveryOn: string | null }

/** When work arrives, on the first day that has room for it where the laboratory counts that. */
export async function promiseWithRoom(
  user: ForPractice,
  asked: PromiseInput,
  work: Work,
  present?: Present,
): Promise<DeliveryPromise | null> {
  const unlimited = promiseOf(asked)
  if (!asked.calendar.askForDay || !unlimited) return unlimited
  const days = { from: asked.today, to: horizonOf(asked.today) }
  const full = new Set(await listDaysWithoutRoom(user, work, days, present?.id))
  return promiseOf({ ...asked, hasRoom: day => day === present?.deliveryOn || !full.has(day) })
}
