import { recordDeed } from '#features/audit/server/sql.ts'
import type { Day } from '#kit/day.ts'
import { problem } from '#kit/problem.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import type { CaseStatus, HoldReason } from '../contract.ts'
import { insertNote, insertStep, type LockedOrder, type OrderChange, setOrder } from './changes-sql.ts'
import { showsFiles } from './entry-sql.ts'

type Hold = { reason: HoldReason; question?: string | undefined }

/** The status a case is to have, or has already, and what else is said of it. */
export type Move = {
  status: CaseStatus
  hold?: Hold | undefined
  note?: string | undefined
  deliveryDate?: Day | undefined
  /** Accepted for this day while its impression is still to come. */
  isAccepted?: true | undefined
  parcel?: Pick<OrderChange, 'carrier' | 'tracking_number' | 'tracking_url'> | undefined
}

type Mover<Refused extends string> = {
  /** Where this mover may take the case from its present status; `orders__status_moves` checks again. */
  reachable: readonly CaseStatus[]
  /** Asked once the status is allowed; what it answers leaves the case as it is. */
  refusal: () => Promise<Refused | undefined>
  /** Whether the mover has seen what the practice changed, so that a move takes the mark off. */
  hasReadChanges: boolean
  requestId: string
}

/**
 * Changes the status of a case, or says something of it while it keeps its status: for one person, for several cases at
 * once and for the laboratory's software. The case must be locked. Mails, unread marks and open screens follow from the
 * change itself, by triggers.
 */
export async function moveCase<Refused extends string>(
  actor: Staff,
  order: Pick<LockedOrder, 'id' | 'status'>,
  { status, hold, note, deliveryDate, isAccepted, parcel }: Move,
  { reachable, refusal, hasReadChanges, requestId }: Mover<Refused>,
): Promise<'moved' | 'unchanged' | 'status_not_allowed' | Refused> {
  const isMove = status !== order.status
  if (hold && status !== 'on_hold') throw problem('input_invalid', { errors: [{ path: 'hold', code: 'not_allowed' }] })
  if (isMove && status === 'on_hold' && !hold)
    throw problem('input_invalid', { errors: [{ path: 'hold', code: 'required' }] })
  if (isMove && !reachable.includes(status)) return 'status_not_allowed'
  const refused = await refusal()
  if (refused) return refused
  if (!isMove && !hold && !note && !deliveryDate && !parcel) return 'unchanged'

  const change: OrderChange = {
    ...(isMove ? { status, held_from: status === 'on_hold' ? order.status : null } : {}),
    ...((isMove || isAccepted) && hasReadChanges ? { changed_at: null } : {}),
    ...(isMove || hold ? askedBy(hold) : {}),
    ...(deliveryDate ? { delivery_on: deliveryDate } : {}),
    ...(isAccepted ? { isAccepted } : {}),
    ...parcel,
  }
  // A note alone does not change the case; a retry after a lost answer must not add it twice.
  const isNoteAlone = Object.keys(change).length === 0
  const isCancelled = isMove && status === 'cancelled'
  const showed = isCancelled && (await showsFiles(actor, order.id))
  if (!isNoteAlone && !isCancelled) await setOrder(actor, order, change)
  // The question stays on the timeline as a line, since the hold and its answer are cleared once the case continues.
  const lines = [hold?.question, isAccepted && accepted, note].filter(words => words !== undefined)
  if (isMove) await insertStep(actor, order.id, { status, note: lines.shift() })
  for (const words of lines) await insertNote(actor, order.id, words, { withinMinutes: isNoteAlone ? 5 : 0 })
  // The reason is inserted first: cancelling an entered case also erases the patient's name from its timeline and removes
  // the laboratory's files.
  if (isCancelled) await setOrder(actor, order, change)
  if (showed && !(await showsFiles(actor, order.id))) await recordDeed(actor, 'attachment_removed', requestId, order.id)
  await recordDeed(actor, 'order_status_changed', requestId, order.id)
  return 'moved'
}

/** For the practice too: the case is expected, and so is its impression. */
const accepted = {
  fr: 'Accepté par le laboratoire, qui attend l’empreinte.',
  en: 'Accepted by the laboratory, which awaits the impression.',
}

/** A new question without an answer yet, or none. */
const askedBy = (hold: Hold | undefined) => ({
  hold_reason: hold?.reason ?? null,
  hold_question: hold?.question ?? null,
  hold_answer: null,
  hold_answered_by: null,
})
