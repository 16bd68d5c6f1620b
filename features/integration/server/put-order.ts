import { createHash, createHmac } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { holdAbsences } from '#features/absences/server/sql.ts'
import { recordDeed } from '#features/audit/server/sql.ts'
import type { CaseStatus } from '#features/cases/contract.ts'
import { insertEvent, type OrderChange, setOrder } from '#features/cases/server/changes-sql.ts'
import { markUnread, showsFiles } from '#features/cases/server/entry-sql.ts'
import { createOrder } from '#features/ordering/server/create-order.ts'
import { practiceOf } from '#features/ordering/server/practice-sql.ts'
import { lockStanding } from '#features/practices/server/merging-sql.ts'
import { problem } from '#kit/problem.ts'
import type { Program } from '#tenancy/server/actor.ts'
import type { OrderPut, orderRefusals, PutOrder } from '../contract.ts'
import {
  findOrderNamed,
  findPracticeNamed,
  isBilled,
  type LockedCase,
  lockCase,
  lockName,
  nameOrder,
  setSaid,
} from './sql.ts'

type Refuse = (code: keyof typeof orderRefusals) => never
type Call = { requestId: string; refuse: Refuse; key: Buffer }

/** What a program says of where a case is. */
type Said = Pick<PutOrder, 'status' | 'hold' | 'note' | 'deliveryDate' | 'tracking'>

/** Makes a case under this name, or finds it, and takes it to where the software says that it is. */
export async function putOrder(program: Program, name: string, body: PutOrder, call: Call): Promise<OrderPut> {
  await lockName(program, 'orders', name)
  const known = await findOrderNamed(program, name)
  if (known && body.orderId && body.orderId !== known.orderId) return call.refuse('linked_otherwise')
  refuseOtherPrescription(known?.prescription ?? null, body, call.refuse)
  const found = known?.orderId ?? body.orderId
  const id = found ?? (await enter(program, name, body, call))
  const order = await lockCase(program, id)
  if (!order) throw problem('not_found')
  // After the case, as whoever lets one practice go into another one holds them.
  if (found && body.practice && (await findPracticeSaid(program, body.practice)) !== order.practiceId)
    return call.refuse('practice_differs')
  // What the practice has ordered here, or a person has entered: from now on it has the software's name, too.
  if (found && !known && !(await nameOrder(program, name, id, null))) return call.refuse('linked_otherwise')

  const before = (known?.said ?? {}) as Kept
  const kept = keptOf(body, call.key)
  const hasMoved = await move(program, order, newsIn(body, kept, before), call)
  if (!isDeepStrictEqual({ ...before, ...kept }, before)) await setSaid(program, name, { ...before, ...kept })
  const { code, status, deliveryOn } = hasMoved ? ((await lockCase(program, id)) ?? order) : order
  const outcome = !found ? 'created' : hasMoved || !known ? 'changed' : 'unchanged'
  return { id, code, status, deliveryDate: deliveryOn, outcome }
}

/** What was said last. Of words a mark, in which no name stands, and by which key of the server's it was made. */
type Kept = Pick<Said, 'status' | 'deliveryDate' | 'tracking'> & { hold?: string; note?: string; key?: string }

function keptOf({ status, deliveryDate, tracking, hold, note }: PutOrder, key: Buffer): Kept {
  const mark = (words: unknown) =>
    createHmac('sha256', key)
      .update(JSON.stringify(inOrder(words)))
      .digest('base64url')
      .slice(0, 22)
  const words = { ...(hold && { hold: mark(hold) }), ...(note && { note: mark(note) }) }
  return JSON.parse(JSON.stringify({ status, deliveryDate, tracking, ...words, key: mark('') }))
}

/**
 * Said again it says nothing: people may have taken the case further since, and days move by themselves. What is marked by another key of
 * the server's counts as said: else all would be said again on the day on which that changes.
 */
function newsIn(body: PutOrder, kept: Kept, before: Kept): Said {
  const isOfThisKey = before.key === undefined || before.key === kept.key
  const isNew = (name: keyof Said) =>
    body[name] !== undefined &&
    !isDeepStrictEqual(kept[name], before[name]) &&
    (isOfThisKey || before[name] === undefined || (name !== 'hold' && name !== 'note'))
  const names = (['status', 'deliveryDate', 'tracking', 'hold', 'note'] as const).filter(isNew)
  const news: Said = Object.fromEntries(names.map(name => [name, body[name]]))
  // A question holds the case anew, and what is on hold anew has its question.
  if (news.hold && body.status) news.status = body.status
  if (news.status === 'on_hold' && body.hold) news.hold = body.hold
  return news
}

/** By the software's own name for it or by ours; what has become part of another one is that one. */
async function findPracticeSaid(
  program: Program,
  said: NonNullable<PutOrder['practice']>,
  { isHeld = false } = {},
): Promise<string> {
  const isOurs = 'id' in said
  const id = isOurs ? said.id : await findPracticeNamed(program, said.externalId)
  // Before its row, as whoever orders does.
  if (id && isHeld) await holdAbsences({ ...program, practiceId: id })
  const standing = id && (await lockStanding(program, id))
  if (standing) return standing
  throw problem('input_invalid', {
    errors: [{ path: isOurs ? 'practice.id' : 'practice.externalId', code: 'not_known' }],
  })
}

async function enter(program: Program, name: string, body: PutOrder, { requestId, refuse }: Call): Promise<string> {
  const { practice: said, prescription } = body
  if (!said && !prescription) return refuse('unknown_here')
  if (!said) throw problem('input_invalid', { errors: [{ path: 'practice', code: 'required' }] })
  if (!prescription) throw problem('input_invalid', { errors: [{ path: 'prescription', code: 'required' }] })
  const practiceId = await findPracticeSaid(program, said, { isHeld: true })
  const practice = await practiceOf(program, practiceId)
  if (practice.isDisabled) return refuse('practice_disabled')
  const { isImpressionHere, ...order } = prescription
  const { id } = await createOrder({ ...program, practiceId }, order, { isImpressionHere, note: entered }).catch(
    error => {
      throw atPrescription(error)
    },
  )
  await recordDeed(program, 'order_created', requestId, id)
  await markUnread(program, { id, practice_id: practiceId })
  await nameOrder(program, name, id, digestOf(prescription))
  return id
}

/** What is not whole is said by the place at which it stands in what was sent. */
function atPrescription(error: unknown) {
  if (!(error instanceof Error) || !('details' in error)) return error
  const { errors } = error.details as { errors?: { path: string; code: string }[] }
  if (!errors) return error
  return problem('input_invalid', { errors: errors.map(({ path, code }) => ({ path: `prescription.${path}`, code })) })
}

/** Of a case that was only linked nobody knows what the software would have sent. */
function refuseOtherPrescription(known: Buffer | null, { prescription }: PutOrder, refuse: Refuse) {
  if (known && prescription && !digestOf(prescription).equals(known)) refuse('prescription_differs')
}

/**
 * Whose it is by code, and the work: no words, in which a name may stand. Once that is erased nothing of it is left to be guessed by, and
 * who sends the case again leaves it out.
 */
const digestOf = ({ patientCode, printType, products }: NonNullable<PutOrder['prescription']>) =>
  createHash('sha256')
    .update(JSON.stringify(inOrder({ patientCode, printType, products: products.map(({ note: _, ...work }) => work) })))
    .digest()

/** The same said in another order is the same, and so is what says nothing: fields that come later leave the others as they are. */
const inOrder = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(inOrder)
    : typeof value === 'object' && value !== null
      ? Object.entries(value)
          .filter(([, part]) => part !== undefined && part !== false && !(Array.isArray(part) && part.length === 0))
          .toSorted(([one], [other]) => (one < other ? -1 : 1))
          .map(([key, part]) => [key, inOrder(part)])
      : value

/** Whether there was anything to do: what is so already leaves no line on the timeline, and tells nobody. */
async function move(
  program: Program,
  order: LockedCase,
  said: PutOrder,
  { requestId, refuse }: Call,
): Promise<boolean> {
  const status = said.status ?? order.status
  const isMove = status !== order.status
  if (said.hold && status !== 'on_hold')
    throw problem('input_invalid', { errors: [{ path: 'hold', code: 'not_allowed' }] })
  if (isMove && status === 'on_hold' && !said.hold)
    throw problem('input_invalid', { errors: [{ path: 'hold', code: 'required' }] })
  if (isMove && !canGo(order.status, status)) return refuse('status_not_allowed')
  if (isMove && status === 'invoiced' && (await isBilled(program, order.id))) return refuse('billed_here')

  const asks = said.hold && { reason: said.hold.reason, question: said.hold.question ?? null }
  const isAsked =
    asks !== undefined && !isDeepStrictEqual(asks, { reason: order.holdReason, question: order.holdQuestion })
  const isNewDay = said.deliveryDate !== undefined && (said.deliveryDate !== order.deliveryOn || !order.isConfirmed)
  const parcel = said.tracking === undefined ? undefined : parcelOf(said.tracking)
  const isNewParcel =
    parcel !== undefined &&
    !isDeepStrictEqual(parcel, {
      carrier: order.carrier,
      tracking_number: order.trackingNumber,
      tracking_url: order.trackingUrl,
    })
  if (!isMove && !isAsked && !isNewDay && !isNewParcel && !said.note) return false
  if ((isNewDay || isNewParcel) && isOver(order.status)) return refuse('order_over')

  const change: OrderChange = {
    // What the practice has changed is for people to see: the software may not have read it yet.
    ...(isMove ? { status, held_from: status === 'on_hold' ? order.status : null } : {}),
    ...(isMove || isAsked
      ? {
          hold_reason: asks?.reason ?? null,
          hold_question: asks?.question ?? null,
          hold_answer: null,
          hold_answered_by: null,
        }
      : {}),
    ...(isNewDay && said.deliveryDate ? { delivery_on: said.deliveryDate } : {}),
    ...(isNewParcel ? parcel : {}),
  }
  const lines = [asks?.question ?? undefined, said.note].filter(words => words !== undefined)
  const isRefused = isMove && status === 'cancelled'
  const showed = isRefused && (await showsFiles(program, order.id))
  if (!isRefused && Object.keys(change).length > 0) await setOrder(program, order, change)
  if (isMove || isAsked || said.note)
    for (const note of lines.length > 0 ? lines : [undefined]) await insertEvent(program, order.id, { status, note })
  // After its reason: of an entry that is refused the name goes from that, too.
  if (isRefused) await setOrder(program, order, change)
  if (showed && !(await showsFiles(program, order.id)))
    await recordDeed(program, 'attachment_removed', requestId, order.id)
  await recordDeed(program, 'order_status_changed', requestId, order.id)
  return true
}

const isOver = (status: CaseStatus) => status === 'delivered' || status === 'invoiced' || status === 'cancelled'

/** As `orders__status_moves` has it: what has come to its end stays there. */
const canGo = (from: CaseStatus, to: CaseStatus) =>
  isOver(from)
    ? from === 'delivered' && to === 'invoiced'
    : to !== 'unknown' && (to !== 'on_hold' || ['registered', 'in_preparation', 'in_production'].includes(from))

const parcelOf = (tracking: NonNullable<PutOrder['tracking']> | null) => ({
  carrier: tracking?.carrier ?? null,
  tracking_number: tracking?.number ?? null,
  tracking_url: tracking?.url ?? null,
})

/** To whoever reads the case, on either side. */
const entered = {
  fr: 'Saisi par le logiciel du laboratoire.',
  en: 'Entered by the laboratory’s software.',
}
