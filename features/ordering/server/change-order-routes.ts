import { lockAbsencesShared } from '#features/absences/server/sql.ts'
import { recordDeed } from '#features/audit/server/sql.ts'
import { lockCapacity } from '#features/capacity/server/sql.ts'
import { canMoveDates, comingOn, hasMissedItsDay, isAtLaboratory, isNotBegun } from '#features/cases/rules.ts'
import {
  type ChangedDates,
  lockOrderToChange,
  type OrderToChange,
  setChanged,
} from '#features/cases/server/changed-dates-sql.ts'
import { insertNote } from '#features/cases/server/changes-sql.ts'
import { hasOpenRequest, insertRequest } from '#features/cases/server/requests-sql.ts'
import { applyChange, storedChange } from '#features/cases/server/stored-change-sql.ts'
import { findCalendar } from '#features/catalogue/server/sql.ts'
import { addDays, type Day, dayInZone, daysBetween } from '#kit/day.ts'
import { inEach } from '#kit/language.ts'
import { problem } from '#kit/problem.ts'
import { type Api, on } from '#kit/server/serve.ts'
import type { PracticeUser } from '#tenancy/server/actor.ts'
import { asPracticeUser } from '#tenancy/server/guards.ts'
import type { OrderChange } from '../change-input.ts'
import { type ChangePreview, orderingCalls } from '../contract.ts'
import { dateGaps } from '../rules.ts'
import { dateNotes, noteOf, ofPractice, workNotes } from './change-notes.ts'
import { caseChangeOf, changedProducts, isMoreForNothing } from './changed-work.ts'
import { findPickupOf, listOrdered, type OrderedProduct } from './ordered-sql.ts'
import { pickupFor, promiseWithRoom } from './promise-with-room.ts'

/** A case that was sent can be changed until it is made. */
export function changeOrderRoutes(api: Api) {
  on(api, orderingCalls.previewChange, asPracticeUser, async ({ actor: user, params, body, refuse }) => {
    // Another wished day reveals capacity as a new question does, so it counts against the same limit.
    if (body.wishedDate !== undefined && (await findCalendar(user)).askForDay)
      await api.services.countMade(user, 'questions')
    const plan = await planOf(user, params.id, body)
    if (isRefused(plan)) return refuse('order_over')
    return { data: plan.preview }
  })

  on(api, orderingCalls.change, asPracticeUser, async ({ actor: user, params, body, requestId, refuse }) => {
    const plan = await planOf(user, params.id, body)
    if (isRefused(plan)) return refuse('order_over')
    const { order, dates, changed, comment, ordered, preview } = plan
    const dateParts = inEach(language =>
      dateNotes(datesOf(order), { ...datesOf(order), ...plan.after }, language, user.timeZone),
    )
    const workParts = inEach(language => workNotes(changed, comment !== undefined, language))
    const isWork = workParts[user.language].length > 0
    const change = caseChangeOf(ordered, changed, comment)
    // A pending request stores the whole change: granted later, it would undo this one.
    if (isWork && (await hasOpenRequest(user, order.id, 'change'))) return refuse('request_open')
    if (isWork && preview.asksLaboratory) {
      const words = noteOf(workParts[user.language], '')
      await insertRequest(user, order.id, { kind: 'change', ...storedChange(change), words })
      const note = inEach(language => noteOf(workParts[language], ofPractice[language].asked))
      await insertNote(user, order.id, note)
      await recordDeed(user, 'request_made', requestId, order.id)
    }
    const done = inEach(language => [...dateParts[language], ...(preview.asksLaboratory ? [] : workParts[language])])
    if (done[user.language].length > 0) {
      if (!preview.asksLaboratory) await applyChange(user, order, change)
      await setChanged(user, order.id, dates)
      const note = inEach(language => noteOf(done[language], ofPractice[language].changed))
      await insertNote(user, order.id, note, { withinMinutes: 5 })
      await recordDeed(user, 'order_changed', requestId, order.id)
    }
    return { data: preview }
  })
}

const datesOf = ({ wished_on, appointment_at }: OrderToChange) => ({
  wishedOn: wished_on,
  appointmentAt: appointment_at,
})

const isRefused = (plan: Awaited<ReturnType<typeof planOf>>) => plan.isOver

/** What the change does to the case, before anything is written. Locks the case, and holds the absences as they are. */
async function planOf(user: PracticeUser, id: string, body: OrderChange) {
  const { timeZone } = user
  const errors = dateGaps(
    { wishedDate: body.wishedDate ?? undefined, appointmentDate: body.appointmentDate ?? undefined },
    { now: new Date(), timeZone },
  )
  if (errors.length > 0) throw problem('input_invalid', { errors })
  await lockAbsencesShared(user)
  const order = await lockOrderToChange(user, id)
  if (!order) throw problem('not_found')
  const orderedOn = dayInZone(order.created_at, timeZone)
  const [ordered, calendar] = await Promise.all([listOrdered(user, id), findCalendar(user, orderedOn)])

  const said = body.appointmentDate && new Date(body.appointmentDate).toISOString()
  const wishedOn = body.wishedDate === undefined ? order.wished_on : body.wishedDate
  const appointmentAt = said === undefined ? order.appointment_at : said
  const isAppointmentKept = appointmentAt === null ? order.appointment_at === null : isSameInstant(appointmentAt, order)
  const after = { wishedOn, appointmentAt: isAppointmentKept ? order.appointment_at : appointmentAt }
  const changed = changedProducts(ordered, body)
  const comment = body.comment === undefined || body.comment === order.comment ? undefined : body.comment
  const isWork = changed.length > 0 || comment !== undefined

  const appointmentOn = after.appointmentAt === null ? undefined : dayInZone(after.appointmentAt, timeZone)
  const isWishChanged = wishedOn !== order.wished_on
  const promised = isWishChanged && (await promisedAnew(user, order, ordered, { wishedOn, appointmentOn }, calendar))
  const deliveryDate = promised || order.delivery_on
  const today = dayInZone(new Date(), timeZone)
  const isMissed = deliveryDate !== null && hasMissedItsDay({ status: order.status, deliveryDate }, today)
  const before =
    deliveryDate && appointmentOn ? daysBetween(comingOn(deliveryDate, isMissed, today), appointmentOn) : null
  // A case on hold has no known day: it will not be ready before its present one.
  const isOpen = order.status === 'on_hold' && before !== null && before > 0
  const dates: ChangedDates = {
    ...(isWishChanged && { wished_on: wishedOn }),
    ...(!isAppointmentKept && { appointment_at: appointmentAt }),
    ...(promised && promised !== order.delivery_on && { delivery_on: promised }),
  }
  const { isRemake } = order
  const isMore = changed.some(each => isMoreForNothing(each, isRemake))
  const asks: ChangePreview['asksLaboratory'] =
    isWork && !isNotBegun(order) ? 'begun' : isMore ? (isRemake ? 'remake' : 'offered') : null
  return {
    isOver: !canMoveDates(order) || (isWork && !isAtLaboratory(order)),
    order,
    ordered,
    changed,
    comment,
    dates,
    after,
    preview: {
      deliveryDate,
      presentDate: order.delivery_on,
      isMissed,
      daysBefore: isOpen ? null : before,
      asksLaboratory: asks,
    },
  }
}

const isSameInstant = (instant: string, { appointment_at }: OrderToChange) =>
  appointment_at !== null && new Date(instant).getTime() === new Date(appointment_at).getTime()

/**
 * The promise as it was at ordering, with another wished day. Only while the day is computed: a day confirmed by the
 * laboratory or moved by an absence stays. Work that could have come already is promised for the next day on which it can,
 * but never later than it is now.
 */
async function promisedAnew(
  user: PracticeUser,
  order: OrderToChange,
  ordered: readonly OrderedProduct[],
  { wishedOn, appointmentOn }: { wishedOn: Day | null; appointmentOn: Day | undefined },
  calendar: Awaited<ReturnType<typeof findCalendar>>,
): Promise<Day | undefined> {
  const isFixed = order.is_delivery_confirmed || order.moved_from_on !== null || order.excused_on !== null
  if (isFixed || order.delivery_on === null || !isNotBegun(order)) return undefined
  const products = ordered.map(({ lead_days }) => ({ leadDays: lead_days ?? 0 }))
  if (calendar.askForDay) await lockCapacity(user)
  const fetched = order.print_type === 'physical' ? await findPickupOf(user, order.id) : null
  const asked = {
    today: dayInZone(order.created_at, user.timeZone),
    products,
    printType: order.print_type,
    pickup: fetched ? { ...fetched, isPlanned: true } : await pickupFor(user, order.print_type, calendar),
    wishedOn: wishedOn ?? undefined,
    appointmentOn,
    calendar,
  }
  const work = ordered.map(({ family, quantity }) => ({ family, elements: quantity }))
  const present = { id: order.id, deliveryOn: order.delivery_on }
  const today = dayInZone(new Date(), user.timeZone)
  const promise = await promiseWithRoom(user, asked, work, present)
  if (!promise || promise.deliveryDate > today) return promise?.deliveryDate
  const next = await promiseWithRoom(user, { ...asked, wishedOn: addDays(today, 1) }, work, present)
  return next && next.deliveryDate <= order.delivery_on ? next.deliveryDate : undefined
}
