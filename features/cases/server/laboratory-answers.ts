import type * as v from 'valibot'
import { recordDeed } from '#features/audit/server/sql.ts'
import { dayInZone } from '#kit/day.ts'
import { inEach, type Language } from '#kit/language.ts'
import { problem } from '#kit/problem.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import type { NewProblemAnswer, NewRequestAnswer } from '../input.ts'
import { isAtLaboratory } from '../rules.ts'
import { answerProblem, insertNote, type LockedOrder, setOrder } from './changes-sql.ts'
import { noteWithDay, requestNotes } from './request-notes.ts'
import { decideRequest, type RequestToDecide } from './requests-sql.ts'
import { applyChange, readChange } from './stored-change-sql.ts'

type Call<Code extends string> = { requestId: string; refuse: (code: Code) => never }

/** The laboratory's answer to a request, as its people and its software give it. The case must be locked. */
export async function giveRequestAnswer(
  staff: Staff,
  order: LockedOrder,
  asked: RequestToDecide,
  body: v.InferOutput<typeof NewRequestAnswer>,
  { requestId, refuse }: Call<'request_decided' | 'order_over'>,
): Promise<void> {
  const { granted, deliveryDate, answer = null } = body
  if (asked.state !== 'open') return refuse('request_decided')
  const tell = (note: (language: Language) => string) => insertNote(staff, order.id, inEach(note))
  if (!granted) {
    if (answer === null) throw problem('input_invalid', { errors: [{ path: 'answer', code: 'required' }] })
    await decideRequest(staff, asked, { state: 'refused', answer })
    await tell(language => requestNotes(language).refused)
  } else if (!isAtLaboratory(order)) return refuse('order_over')
  else if (asked.kind === 'earlier') {
    const code = !deliveryDate ? 'required' : deliveryDate < dayInZone(new Date(), staff.timeZone) && 'in_the_past'
    if (!deliveryDate || code) throw problem('input_invalid', { errors: [{ path: 'deliveryDate', code: code || '' }] })
    await decideRequest(staff, asked, { state: 'granted', granted_on: deliveryDate, answer })
    await setOrder(staff, order, { delivery_on: deliveryDate })
    await tell(language => noteWithDay(language, 'earlier', deliveryDate))
  } else {
    await decideRequest(staff, asked, { state: 'granted', answer })
    await applyChange(staff, order, readChange(asked))
    await tell(language => requestNotes(language).granted)
  }
  await recordDeed(staff, 'request_answered', requestId, order.id)
}

/** The laboratory's answer to a problem, likewise; the last one holds. The case must be locked. */
export async function giveProblemAnswer(
  staff: Staff,
  order: LockedOrder,
  problemId: string,
  body: v.InferOutput<typeof NewProblemAnswer>,
  { requestId, refuse }: Call<'problem_settled'>,
): Promise<void> {
  if (body.putRightOn && body.putRightOn < dayInZone(new Date(), staff.timeZone))
    throw problem('input_invalid', { errors: [{ path: 'putRightOn', code: 'in_the_past' }] })
  const state = await answerProblem(staff, order.id, problemId, body)
  if (!state) throw problem('not_found')
  if (state === 'settled') return refuse('problem_settled')
  await recordDeed(staff, 'problem_answered', requestId, order.id)
}
