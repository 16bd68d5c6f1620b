import { isDeepStrictEqual } from 'node:util'
import { recordDeed } from '#features/audit/server/sql.ts'
import { markUnread } from '#features/cases/server/entry-sql.ts'
import { createOrder } from '#features/ordering/server/create-order.ts'
import { practiceOf } from '#features/ordering/server/practice-sql.ts'
import { Problem, problem } from '#kit/problem.ts'
import { onBehalfOf, type Program } from '#tenancy/server/actor.ts'
import type { OrderPut, PutOrder } from '../contract.ts'
import { applySaid, type Refuse } from './apply-said.ts'
import { lockSurvivingPractice } from './names.ts'
import { digestOf, type Kept, keptOf, newsIn } from './said.ts'
import { findOrderNamed, lockCase, lockName, nameOrder, setSaid } from './sql.ts'

type Call = { requestId: string; refuse: Refuse; key: Buffer }

/** Creates or finds the case of this name, and moves it to the state the software reports. */
export async function putOrder(program: Program, name: string, body: PutOrder, call: Call): Promise<OrderPut> {
  await lockName(program, 'orders', name)
  const known = await findOrderNamed(program, name)
  if (known && body.orderId && body.orderId !== known.orderId) return call.refuse('linked_otherwise')
  refuseOtherPrescription(known?.prescription ?? null, body, call.refuse)
  const found = known?.orderId ?? body.orderId
  const id = found ?? (await enter(program, name, body, call))
  const order = await lockCase(program, id)
  if (!order) throw problem('not_found')
  // After the case, in the order merging practices locks them.
  if (found && body.practice && (await lockSurvivingPractice(program, body.practice)) !== order.practiceId)
    return call.refuse('practice_differs')
  // A case the practice ordered or a person entered gets the software's name, too.
  if (found && !known && !(await nameOrder(program, name, id, null))) return call.refuse('linked_otherwise')

  const before = (known?.said ?? {}) as Kept
  const kept = keptOf(body, call.key)
  const hasMoved = await applySaid(program, order, newsIn(body, kept, before), call)
  if (!isDeepStrictEqual({ ...before, ...kept }, before)) await setSaid(program, name, { ...before, ...kept })
  const { code, status, deliveryOn } = hasMoved ? ((await lockCase(program, id)) ?? order) : order
  const outcome = !found ? 'created' : hasMoved || !known ? 'changed' : 'unchanged'
  return { id, code, status, deliveryDate: deliveryOn, outcome }
}

async function enter(program: Program, name: string, body: PutOrder, { requestId, refuse }: Call): Promise<string> {
  const { practice: said, prescription } = body
  if (!said && !prescription) return refuse('unknown_here')
  if (!said) throw problem('input_invalid', { errors: [{ path: 'practice', code: 'required' }] })
  if (!prescription) throw problem('input_invalid', { errors: [{ path: 'prescription', code: 'required' }] })
  const practiceId = await lockSurvivingPractice(program, said, { areAbsencesLocked: true })
  const practice = await practiceOf(program, practiceId)
  if (practice.isDisabled) return refuse('practice_disabled')
  const { isImpressionHere, ...order } = prescription
  const { id } = await createOrder(onBehalfOf(program, practiceId), order, { isImpressionHere, note: entered }).catch(
    error => {
      throw atPrescription(error)
    },
  )
  await recordDeed(program, 'order_created', requestId, id)
  await markUnread(program, { id, practice_id: practiceId })
  await nameOrder(program, name, id, digestOf(prescription))
  return id
}

/** Prefixes error paths with the prescription's position in the request. */
function atPrescription(error: unknown) {
  const errors = error instanceof Problem && error.details.errors
  if (!errors) return error
  return problem('input_invalid', { errors: errors.map(({ path, code }) => ({ path: `prescription.${path}`, code })) })
}

/** A case that was only linked has no prescription of the software to compare with. */
function refuseOtherPrescription(known: Buffer | null, { prescription }: PutOrder, refuse: Refuse) {
  if (known && prescription && !digestOf(prescription).equals(known)) refuse('prescription_differs')
}

/** Shown to readers on both sides. */
const entered = {
  fr: 'Saisi par le logiciel du laboratoire.',
  en: 'Entered by the laboratory’s software.',
}
