import { isDeepStrictEqual } from 'node:util'
import { CaseStatus } from '#features/cases/contract.ts'
import { moveCase } from '#features/cases/server/move-case.ts'
import { dayInZone } from '#kit/day.ts'
import { problem } from '#kit/problem.ts'
import type { Program } from '#tenancy/server/actor.ts'
import type { orderRefusals } from '../contract.ts'
import type { Said } from './said.ts'
import { isBilledHere, type LockedCase } from './sql.ts'

export type Refuse = (code: keyof typeof orderRefusals) => never
type Call = { requestId: string; refuse: Refuse }

/**
 * Applies what the program said; false if everything was so already, which leaves no line on the timeline and notifies
 * nobody.
 */
export async function applySaid(
  program: Program,
  order: LockedCase,
  said: Said,
  { requestId, refuse }: Call,
): Promise<boolean> {
  const status = said.status ?? order.status
  const isMove = status !== order.status
  const today = dayInZone(new Date(), program.timeZone)
  const asks = said.hold && { reason: said.hold.reason, question: said.hold.question ?? null }
  const isAskedAlready = !isMove && isDeepStrictEqual(asks, { reason: order.holdReason, question: order.holdQuestion })
  const isNewDay = said.deliveryDate !== undefined && (said.deliveryDate !== order.deliveryOn || !order.isConfirmed)
  const parcel = said.tracking === undefined ? undefined : parcelOf(said.tracking)
  const isNewParcel =
    parcel !== undefined &&
    !isDeepStrictEqual(parcel, {
      carrier: order.carrier,
      tracking_number: order.trackingNumber,
      tracking_url: order.trackingUrl,
    })
  const outcome = await moveCase(
    program,
    order,
    {
      status,
      hold: isAskedAlready ? undefined : said.hold,
      note: said.note,
      deliveryDate: isNewDay ? said.deliveryDate : undefined,
      parcel: isNewParcel ? parcel : undefined,
    },
    {
      reachable: CaseStatus.options.filter(to => canGo(order.status, to)),
      refusal: async () => {
        if (isMove && status === 'invoiced' && (await isBilledHere(program, order.id))) return 'billed_here'
        if ((isNewDay || isNewParcel) && isOver(order.status)) return 'order_over'
        // The practice would read that it is late already. Of what is delivered the day is told afterwards.
        if (isNewDay && !isOver(status) && said.deliveryDate && said.deliveryDate < today)
          throw problem('input_invalid', { errors: [{ path: 'deliveryDate', code: 'in_the_past' }] })
        return undefined
      },
      // The software may not have read them yet: the mark stays for people.
      hasReadChanges: false,
      requestId,
    },
  )
  if (outcome === 'moved' || outcome === 'unchanged') return outcome === 'moved'
  return refuse(outcome)
}

const isOver = (status: CaseStatus) => status === 'delivered' || status === 'invoiced' || status === 'cancelled'

/** Mirrors `orders__status_moves`: cases that are over stay so, except that delivered ones may be invoiced. */
const canGo = (from: CaseStatus, to: CaseStatus) =>
  isOver(from)
    ? from === 'delivered' && to === 'invoiced'
    : to !== 'unknown' && (to !== 'on_hold' || ['registered', 'in_preparation', 'in_production'].includes(from))

const parcelOf = (tracking: NonNullable<Said['tracking']> | null) => ({
  carrier: tracking?.carrier ?? null,
  tracking_number: tracking?.number ?? null,
  tracking_url: tracking?.url ?? null,
})
