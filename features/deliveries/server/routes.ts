import { recordDeed } from '#features/audit/server/sql.ts'
import { findPracticeOf, insertNote, insertStep, lockOrders, setOrder } from '#features/cases/server/changes-sql.ts'
import { findCalendar } from '#features/catalogue/server/sql.ts'
import { nextDeliveryDay } from '#features/ordering/promise.ts'
import { listStanding, lockStanding } from '#features/practices/server/merging-sql.ts'
import { setRideStatus } from '#features/rides/server/sql.ts'
import { addDays, dayInZone } from '#kit/day.ts'
import { inEach } from '#kit/language.ts'
import { problem } from '#kit/problem.ts'
import { violates } from '#kit/server/database-problem.ts'
import { type Api, on } from '#kit/server/serve.ts'
import { onBehalfOf, type Staff } from '#tenancy/server/actor.ts'
import { asPracticeUser, asStaff } from '#tenancy/server/guards.ts'
import { deliveryCalls } from '../contract.ts'
import { notReceivedCalls } from '../not-received-contract.ts'
import { arranged, isDayOfRound, isToBring } from '../rules.ts'
import { nextDayCalls, takingBackCalls } from '../taking-back-contract.ts'
import { handOverNote } from './hand-over-note.ts'
import {
  findHandOver,
  insertHandOver,
  isNobodyAtOtherDoor,
  lockBrought,
  lockFetched,
  lockStop,
} from './hand-over-sql.ts'
import { runSheet } from './run-sheet.ts'
import { countPractices, listRound, lockRounds, placeStops } from './sql.ts'
import { takeBack, takeReceptionBack } from './taking-back.ts'

/** The drivers' rounds: deliveries and pickups. */
export function deliveryRoutes(api: Api) {
  on(api, deliveryCalls.sheet, asStaff, async ({ actor: staff, query }) => {
    const today = dayInZone(new Date(), staff.timeZone)
    return { data: await runSheet(staff, { day: query.day ?? today, today }) }
  })

  on(api, deliveryCalls.handOver, asStaff, async ({ actor: staff, body, requestId, refuse }) => {
    // The practice may have been merged since the driver was at its door, or is being merged now.
    if (body.orderIds.length > 0) await lockOrders(staff, body.orderIds)
    const practiceId = await lockStanding(staff, body.practiceId)
    if (!practiceId) throw problem('not_found')
    await lockStop(staff, practiceId)
    // Sent again by a phone that never received the answer, perhaps days after its idempotency key has expired.
    const known = await findHandOver(staff, body.id)
    if (known) return { data: { id: body.id, ...known, rideIds: body.rideIds } }
    if (!isDayOfRound(body.day, dayInZone(new Date(), staff.timeZone))) return refuse('not_that_day')

    const stop = { ...body, practiceId }
    const [brought, fetched] = [await lockBrought(staff, stop), await lockFetched(staff, stop)]
    if (brought.length + fetched.length === 0) return refuse('stop_done')
    const isHandedOver = stop.outcome === 'handed_over'
    const note = inEach(language => handOverNote(stop, language))
    const orderIds = brought.map(({ id }) => id)
    const isAtOtherDoor = await isNobodyAtOtherDoor(staff, stop, body.practiceId)
    await insertHandOver(staff, { ...stop, isAtOtherDoor }, isHandedOver ? orderIds : []).catch(error => {
      // Recorded once per day.
      if (violates(error, 'hand_overs__nobody_once')) return refuse('stop_done')
      throw error
    })
    for (const order of brought) {
      const isBrought = isHandedOver && isToBring(order)
      if (isBrought) await deliver(staff, order, note)
      else await insertNote(staff, order.id, note)
      await recordDeed(staff, isBrought ? 'order_status_changed' : 'hand_over_noted', requestId, order.id)
    }
    for (const { id } of fetched) await setRideStatus(staff, id, isHandedOver ? 'picked_up' : 'nobody_there', stop.at)
    await recordDeed(staff, 'hand_over_noted', requestId)
    return { data: { id: body.id, orderIds, rideIds: fetched.map(({ id }) => id) } }
  })

  for (const endpoint of [takingBackCalls.driver, takingBackCalls.bench])
    on(api, endpoint, asStaff, async ({ actor: staff, body, requestId, refuse }) => {
      const refusal = await takeBack(staff, { ...body, requestId })
      return refusal && refuse(refusal)
    })

  for (const endpoint of [nextDayCalls.driver, nextDayCalls.bench])
    on(api, endpoint, asStaff, async ({ actor: staff, params }) => {
      const practiceId = await findPracticeOf(staff, params.id)
      if (!practiceId) throw problem('not_found')
      const tomorrow = addDays(dayInZone(new Date(), staff.timeZone), 1)
      return { data: { nextDate: nextDeliveryDay(tomorrow, await findCalendar(onBehalfOf(staff, practiceId))) } }
    })

  on(api, notReceivedCalls.takeBack, asPracticeUser, async ({ actor: user, params, requestId, refuse }) => {
    const refusal = await takeReceptionBack(user, params.id, requestId)
    return refusal && refuse(refusal)
  })

  on(api, deliveryCalls.arrange, asStaff, async ({ actor: staff, body, requestId }) => {
    await lockRounds(staff)
    const wanted = await listStanding(staff, body.practiceIds)
    const { count } = await countPractices(staff, wanted)
    if (count < wanted.length) throw problem('not_found')
    await placeStops(staff, body.round, arranged(await listRound(staff, body.round), wanted))
    await recordDeed(staff, 'round_arranged', requestId)
    return undefined
  })
}

type Note = ReturnType<typeof inEach<string>>

/** A case handed over has been shipped, even if nobody has marked it. */
async function deliver(staff: Staff, order: Awaited<ReturnType<typeof lockBrought>>[number], note: Note) {
  if (order.status === 'in_production') {
    await setOrder(staff, order, { status: 'shipped' })
    await insertStep(staff, order.id, { status: 'shipped' })
  }
  await setOrder(staff, order, { status: 'delivered' })
  await insertStep(staff, order.id, { status: 'delivered', note })
}
