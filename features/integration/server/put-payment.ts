import { recordEvent } from '#features/audit/server/sql.ts'
import { dayInZone } from '#kit/day.ts'
import { problem } from '#kit/problem.ts'
import type { Program } from '#tenancy/server/actor.ts'
import type { PaymentPut, PutPayment, paymentRefusals } from '../pieces-contract.ts'
import { findPaymentNamed, findPieceIds, findStanding, recordPayment } from './pieces-sql.ts'
import { findAll, standingOf } from './put-piece.ts'
import { lockName } from './sql.ts'

type Call = { requestId: string; refuse: (code: keyof typeof paymentRefusals) => never }

/** Records money that the laboratory's books have, with its receipt, or finds it; said otherwise under the same name, it is refused. */
export async function putPayment(program: Program, name: string, body: PutPayment, call: Call): Promise<PaymentPut> {
  if (body.receivedOn > dayInZone(new Date(), program.timeZone))
    throw problem('input_invalid', { errors: [{ path: 'receivedOn', code: 'in_the_future' }] })
  await lockName(program, 'payments', name)
  const invoiceIds = await findAll(
    body.invoices,
    place => `invoices.${place}`,
    names => findPieceIds(program, names),
  )
  const practiceId = await standingOf(program, body.practice)
  const known = await findPaymentNamed(program, name)
  if (known) {
    if (known.status !== 'succeeded') return call.refuse('taken_back_already')
    const isAnother = known.amountCents !== body.amountCents || known.receivedOn !== body.receivedOn
    if (isAnother || known.practiceId !== practiceId) return call.refuse('payment_differs')
    return { ...(await receiptOf(program, known.receiptId)), outcome: 'unchanged' }
  }
  const { refusal, receiptId } = await recordPayment(program, name, { ...body, practiceId, invoiceIds })
  if (refusal === 'invoice_not_known')
    throw problem('input_invalid', { errors: [{ path: 'invoices', code: 'not_known' }] })
  if (refusal) return call.refuse(refusal)
  await recordPaymentEvent(program, 'payment_entered', (await paymentOf(program, name)) ?? receiptId, call.requestId)
  return { ...(await receiptOf(program, receiptId)), outcome: 'created' }
}

async function receiptOf(program: Program, id: string) {
  const { pieceCode, dueCents } = await findStanding(program, id)
  return { id, pieceCode, openCents: -dueCents }
}

/** What a line of the audit about money is about. */
export const paymentOf = async (program: Program, name: string) => (await findPaymentNamed(program, name))?.paymentId

export const deedOfReturn = {
  refund: 'payment_refunded',
  rejection: 'payment_rejected',
  mistake: 'payment_cancelled',
} as const

export const recordPaymentEvent = (
  program: Program,
  kind: 'payment_entered' | (typeof deedOfReturn)[keyof typeof deedOfReturn],
  subjectId: string,
  requestId: string,
) => recordEvent(program, { kind, requestId, userId: program.userId, sessionId: program.sessionId, subjectId })
