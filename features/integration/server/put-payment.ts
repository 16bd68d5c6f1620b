import { recordDeedAbout } from '#features/audit/server/sql.ts'
import type { PaymentReturn } from '#features/payments/rules.ts'
import type { deedOfReturn } from '#features/payments/server/deed-of-return.ts'
import { dayInZone } from '#kit/day.ts'
import { problem } from '#kit/problem.ts'
import type { Program } from '#tenancy/server/actor.ts'
import type { PaymentPut, PutPayment, paymentRefusals } from '../pieces-contract.ts'
import { idsOf, lockSurvivingPractice } from './names.ts'
import { findPaymentNamed, findPieceStatus, pieceIdsByName, recordPayment } from './pieces-sql.ts'
import { lockName } from './sql.ts'

type Call = { requestId: string; refuse: (code: keyof typeof paymentRefusals) => never }

/**
 * Records money that is in the laboratory's books, with its receipt, or finds it; the same name with other content is
 * refused.
 */
export async function putPayment(program: Program, name: string, body: PutPayment, call: Call): Promise<PaymentPut> {
  if (body.receivedOn > dayInZone(new Date(), program.timeZone))
    throw problem('input_invalid', { errors: [{ path: 'receivedOn', code: 'in_the_future' }] })
  await lockName(program, 'payments', name)
  const invoiceIds = await idsOf(body.invoices, pieceIdsByName(program), place => `invoices.${place}`)
  const practiceId = await lockSurvivingPractice(program, body.practice)
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
  await recordOfPayment(program, 'payment_entered', name, call.requestId)
  return { ...(await receiptOf(program, receiptId)), outcome: 'created' }
}

async function receiptOf(program: Program, id: string) {
  const { pieceCode, dueCents } = await findPieceStatus(program, id)
  return { id, pieceCode, openCents: -dueCents }
}

export async function recordOfPayment(
  program: Program,
  kind: 'payment_entered' | (typeof deedOfReturn)[PaymentReturn],
  name: string,
  requestId: string,
): Promise<void> {
  const named = await findPaymentNamed(program, name)
  if (named) await recordDeedAbout(program, kind, requestId, named.paymentId)
}
