import { recordDeed } from '#features/audit/server/sql.ts'
import { dayInZone } from '#kit/day.ts'
import { inEach } from '#kit/language.ts'
import { problem } from '#kit/problem.ts'
import { type Api, on } from '#kit/server/serve.ts'
import { asPracticeUser } from '#tenancy/server/guards.ts'
import { caseActCalls } from '../acts-contract.ts'
import { earlierGaps } from '../earlier-rules.ts'
import { canReceive, hasArrived, isAtLaboratory } from '../rules.ts'
import { findOrder } from './case-sql.ts'
import { insertNote, insertStep, lockOrder, lockOrders, setOrder, settleProblem } from './changes-sql.ts'
import { noteWithDay, requestNotes } from './request-notes.ts'
import { decideRequest, findRequest, hasOpenRequest, insertRequest } from './requests-sql.ts'

/** Requests of a practice to the laboratory about a case, its handling of the answers, and the confirmation of arrival. */
export function caseRequestRoutes(api: Api) {
  on(api, caseActCalls.askEarlier, asPracticeUser, async ({ actor: user, params, body, requestId, refuse }) => {
    const { wishedDate, words = null } = body
    const today = dayInZone(new Date(), user.timeZone)
    const order = await lockOrder(user, params.id)
    if (!order) throw problem('not_found')
    if (!isAtLaboratory(order)) return refuse('order_over')
    const errors = earlierGaps(wishedDate, { deliveryDate: order.delivery_on, today })
    if (errors.length > 0) throw problem('input_invalid', { errors })
    if (await hasOpenRequest(user, order.id, 'earlier')) return refuse('request_open')
    const { id } = await insertRequest(user, order.id, { kind: 'earlier', wished_on: wishedDate, words })
    await insertNote(
      user,
      order.id,
      inEach(language => noteWithDay(language, 'asked', wishedDate)),
    )
    await recordDeed(user, 'request_made', requestId, order.id)
    const found = await findOrder(user, { id: order.id })
    const made = found?.requests.find(request => request.id === id)
    if (!made) throw new Error('A request that was just made is not there.')
    return { data: made }
  })

  on(api, caseActCalls.withdrawRequest, asPracticeUser, async ({ actor: user, params, requestId, refuse }) => {
    const order = await lockOrder(user, params.id)
    const asked = order && (await findRequest(user, order.id, params.requestId))
    if (!asked) throw problem('not_found')
    // A second press finds the request withdrawn already.
    if (asked.state === 'withdrawn') return undefined
    if (asked.state !== 'open') return refuse('request_decided')
    await decideRequest(user, asked, { state: 'withdrawn' })
    await insertNote(
      user,
      order.id,
      inEach(language => requestNotes(language).withdrawn),
    )
    await recordDeed(user, 'request_withdrawn', requestId, order.id)
    return undefined
  })

  on(api, caseActCalls.receive, asPracticeUser, async ({ actor: user, body, requestId, refuse }) => {
    const wanted = [...new Set(body.ids)]
    const orders = await lockOrders(user, wanted)
    if (orders.length < wanted.length) throw problem('not_found')
    // A second press, or one after the driver's, finds the case delivered already.
    const there = orders.filter(order => canReceive(order) || hasArrived(order))
    if (there.length === 0) return refuse('not_on_its_way')
    for (const order of there.filter(canReceive)) {
      await setOrder(user, order, { status: 'delivered' })
      await insertStep(user, order.id, {
        status: 'delivered',
        note: inEach(language => requestNotes(language).received),
      })
      await recordDeed(user, 'order_status_changed', requestId, order.id)
    }
    return { data: { ids: there.map(({ id }) => id) } }
  })

  on(api, caseActCalls.settleProblem, asPracticeUser, async ({ actor: user, params, requestId }) => {
    const order = await lockOrder(user, params.id)
    const state = order && (await settleProblem(user, order.id, params.problemId))
    if (!state) throw problem('not_found')
    if (state === 'settled now') await recordDeed(user, 'problem_settled', requestId, order.id)
    return undefined
  })
}
