import { recordDeedAbout } from '#features/audit/server/sql.ts'
import { dayInZone } from '#kit/day.ts'
import { problem } from '#kit/problem.ts'
import type { Program } from '#tenancy/server/actor.ts'
import type { PiecePut, PutPiece, pieceRefusals } from '../pieces-contract.ts'
import { idsOf, lockSurvivingPractice } from './names.ts'
import {
  billMoreCases,
  findPieceNamed,
  findPieceStatus,
  lockCases,
  type NamedPiece,
  orderIdsByName,
  pieceIdsByName,
  recordPiece,
} from './pieces-sql.ts'
import { lockName } from './sql.ts'

type Call = { requestId: string; refuse: (code: keyof typeof pieceRefusals) => never }

/** Records a piece issued by the laboratory's software, or finds it; the same name with other content is refused. */
export async function putPiece(program: Program, name: string, body: PutPiece, call: Call): Promise<PiecePut> {
  refuseImpossible(program, body)
  await lockName(program, 'invoices', name)
  const orderIds = await idsOf(body.orders, orderIdsByName(program), place => `orders.${place}`)
  const [corrects = null] = await idsOf(body.corrects ? [body.corrects] : [], pieceIdsByName(program), () => 'corrects')
  const before = await findPieceNamed(program, name)
  await lockCases(program, [...orderIds, ...(before?.orderIds ?? [])])
  const practiceId = await lockSurvivingPractice(program, body.practice)
  // Read again: while waiting for the lock, the practice may have been merged into another.
  const known = before && (await findPieceNamed(program, name))
  const said = { ...body, dueDate: body.dueDate ?? body.date, practiceId, corrects, orderIds }
  if (known) {
    if (isAnother(known, said)) return call.refuse('piece_differs')
    const more = orderIds.filter(id => !known.orderIds.includes(id))
    // Also without new cases: those delivered since become invoiced.
    const isToBill = known.type === 'invoice' || more.length > 0
    const refusal = isToBill && (await billMoreCases(program, known.id, more))
    if (refusal) return refuseFor(refusal, call)
    return { ...(await findPieceStatus(program, known.id)), outcome: more.length > 0 ? 'changed' : 'unchanged' }
  }
  const { refusal, pieceId } = await recordPiece(program, name, said)
  if (refusal) return refuseFor(refusal, call)
  const kind = body.type === 'credit' ? 'credit_issued' : 'invoice_issued'
  await recordDeedAbout(program, kind, call.requestId, pieceId)
  return { ...(await findPieceStatus(program, pieceId)), outcome: 'created' }
}

type Said = Pick<PutPiece, 'type' | 'number' | 'date' | 'netCents' | 'vatCents'> & {
  dueDate: string
  practiceId: string
  corrects: string | null
  orderIds: readonly string[]
}

/** Cases are not compared: they may be named later, and stay on the piece. */
const isAnother = (known: NamedPiece, said: Said) =>
  (['type', 'number', 'date', 'dueDate', 'netCents', 'vatCents', 'practiceId', 'corrects'] as const).some(
    fact => known[fact] !== said[fact],
  )

type Refusal = 'order_not_known' | keyof typeof pieceRefusals

function refuseFor(refusal: Refusal, { refuse }: Call): never {
  if (refusal === 'order_not_known') throw problem('input_invalid', { errors: [{ path: 'orders', code: 'not_known' }] })
  return refuse(refusal)
}

function refuseImpossible({ timeZone }: Program, { type, date, dueDate, corrects, reason }: PutPiece) {
  const errors = [
    ...(date > dayInZone(new Date(), timeZone) ? [{ path: 'date', code: 'in_the_future' }] : []),
    ...(dueDate !== undefined && dueDate < date ? [{ path: 'dueDate', code: 'too_early' }] : []),
    ...(type === 'invoice' && corrects ? [{ path: 'corrects', code: 'not_allowed' }] : []),
    ...(type === 'invoice' && reason ? [{ path: 'reason', code: 'not_allowed' }] : []),
  ]
  if (errors.length > 0) throw problem('input_invalid', { errors })
}
