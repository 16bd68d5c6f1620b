import { recordDeed } from '#features/audit/server/sql.ts'
import { nextWorkingDay } from '#features/calendar/server/next-working-day.ts'
import { insertStep, setOrder } from '#features/cases/server/changes-sql.ts'
import { heldBack } from '#features/traceability/server/unsigned-sql.ts'
import { dayInZone } from '#kit/day.ts'
import { problem } from '#kit/problem.ts'
import { type Api, on } from '#kit/server/serve.ts'
import { type SignedIn, shareOf } from '#tenancy/server/actor.ts'
import { asPracticeUser, asStaff } from '#tenancy/server/guards.ts'
import { labelCalls, shippingCalls } from '../contract.ts'
import type { LabelSize } from '../input.ts'
import { drawLabelsInTurn } from './label-drawing.ts'
import { findCompany, findLabelled, listLabelled, listLeaving, lockLeaving } from './shipping-sql.ts'

/** Shipping: what leaves, with which carrier, and the labels of the bags. */
export function shippingRoutes(api: Api) {
  on(api, shippingCalls.leaving, asStaff, async ({ actor: staff, query }) => {
    const today = dayInZone(new Date(), staff.timeZone)
    const until = query.until ?? (await nextWorkingDay(staff, today))
    return { until, data: await listLeaving(staff, { until, today }) }
  })

  on(api, shippingCalls.ship, asStaff, async ({ actor: staff, body, requestId }) => {
    const cases = await lockLeaving(staff, body.orderIds)
    if (cases.length === 0) throw problem('not_found')
    const parcel = body.carrier
      ? {
          carrier: body.carrier,
          tracking_number: body.trackingNumber ?? null,
          tracking_url: body.trackingUrl ?? null,
        }
      : {}
    const held = await heldBack(staff, body.orderIds)
    const ready = cases.filter(({ id, status }) => status === 'in_production' && !held.has(id))
    const onItsWay = cases.filter(({ status }) => status === 'shipped')
    for (const one of ready) {
      await setOrder(staff, one, { status: 'shipped', ...parcel })
      await insertStep(staff, one.id, { status: 'shipped' })
      await recordDeed(staff, 'order_status_changed', requestId, one.id)
    }
    // The tracking number often comes after the parcel has left. A repeated call without a carrier changes nothing.
    if (body.carrier) for (const one of onItsWay) await setOrder(staff, one, parcel)
    const done = [...ready, ...onItsWay]
    return {
      data: {
        orderIds: done.map(({ id }) => id),
        left: cases.filter(one => !done.includes(one)).map(({ code }) => code),
      },
    }
  })

  on(api, labelCalls.labels, asStaff, ({ actor: staff, body }) => answerLabels(staff, body.ids, body.size))

  on(api, labelCalls.ofPractice, asPracticeUser, ({ actor: user, params, query }) =>
    answerLabels(user, [params.id], query.size),
  )

  on(api, labelCalls.find, asStaff, async ({ actor: staff, query }) => {
    const found = await findLabelled(staff, query.code)
    if (!found) throw problem('not_found')
    return { data: found }
  })
}

async function answerLabels(user: SignedIn, ids: readonly string[], size: LabelSize) {
  const rows = await listLabelled(user, ids)
  if (rows.length === 0) throw problem('not_found')
  const { name: company } = await findCompany(user)
  const labels = { rows, company, size, language: user.language }
  return { type: 'application/pdf', bytes: () => drawLabelsInTurn(shareOf(user), labels) }
}
