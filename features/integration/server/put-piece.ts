import { recordEvent } from '#features/audit/server/sql.ts'
import { lockStanding } from '#features/practices/server/merging-sql.ts'
import { dayInZone } from '#kit/day.ts'
import { problem } from '#kit/problem.ts'
import type { Program } from '#tenancy/server/actor.ts'
import type { WhichOne } from '../input.ts'
import type { PiecePut, PutPiece, pieceRefusals } from '../pieces-contract.ts'
import {
  billMoreCases,
  findOrderIds,
  findPieceIds,
  findPieceNamed,
  findStanding,
  lockCases,
  type NamedPiece,
  recordPiece,
} from './pieces-sql.ts'
import { findPracticeNamed, lockName } from './sql.ts'

type Call = { requestId: string; refuse: (code: keyof typeof pieceRefusals) => never }

/** Records what the laboratory's software has issued, or finds it; said otherwise under the same name, it is refused. */
export async function putPiece(program: Program, name: string, body: PutPiece, call: Call): Promise<PiecePut> {
  refuseImpossible(program, body)
  await lockName(program, 'invoices', name)
  const orderIds = await findAll(
    body.orders,
    place => `orders.${place}`,
    names => findOrderIds(program, names),
  )
  const [corrects = null] = body.corrects
    ? await findAll(
        [body.corrects],
        () => 'corrects',
        names => findPieceIds(program, names),
      )
    : []
  const before = await findPieceNamed(program, name)
  await lockCases(program, [...orderIds, ...(before?.orderIds ?? [])])
  const practiceId = await standingOf(program, body.practice)
  // Anew: while the practice was waited for, it may have become part of another one.
  const known = before && (await findPieceNamed(program, name))
  const said = { ...body, dueDate: body.dueDate ?? body.date, practiceId, corrects, orderIds }
  if (known) {
    if (isAnother(known, said)) return call.refuse('piece_differs')
    const more = orderIds.filter(id => !known.orderIds.includes(id))
    // None more: those that have been delivered since are invoiced by it.
    if (known.type === 'invoice' || more.length > 0) refuse(await billMoreCases(program, known.id, more), call)
    return { ...(await findStanding(program, known.id)), outcome: more.length > 0 ? 'changed' : 'unchanged' }
  }
  const { refusal, pieceId } = await recordPiece(program, name, said)
  if (refusal) return refuse(refusal, call)
  const { userId, sessionId } = program
  const kind = body.type === 'credit' ? 'credit_issued' : 'invoice_issued'
  await recordEvent(program, { kind, requestId: call.requestId, userId, sessionId, subjectId: pieceId })
  return { ...(await findStanding(program, pieceId)), outcome: 'created' }
}

type Said = Pick<PutPiece, 'type' | 'number' | 'date' | 'netCents' | 'vatCents'> & {
  dueDate: string
  practiceId: string
  corrects: string | null
  orderIds: readonly string[]
}

/** Cases may be named later; what is on a piece stays on it. */
const isAnother = (known: NamedPiece, said: Said) =>
  (['type', 'number', 'date', 'dueDate', 'netCents', 'vatCents', 'practiceId', 'corrects'] as const).some(
    fact => known[fact] !== said[fact],
  )

function refuse(
  refusal: NonNullable<Awaited<ReturnType<typeof billMoreCases>>> | keyof typeof pieceRefusals | null,
  call: Call,
) {
  if (refusal === 'order_not_known') throw problem('input_invalid', { errors: [{ path: 'orders', code: 'not_known' }] })
  if (refusal) return call.refuse(refusal)
  return undefined as never
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

/** The ids of all of these, each once; refused by the place of the first that is not known. */
export async function findAll(
  said: readonly WhichOne[],
  pathOf: (place: number) => string,
  find: (names: string[]) => Promise<Map<string, string>>,
): Promise<string[]> {
  const named = await find(said.flatMap(one => ('id' in one ? [] : [one.externalId])))
  const ids = said.map((one, place) => {
    const id = 'id' in one ? one.id : named.get(one.externalId)
    if (id) return id
    throw problem('input_invalid', { errors: [{ path: `${pathOf(place)}.externalId`, code: 'not_known' }] })
  })
  return [...new Set(ids)]
}

/** What has become part of another practice is that one. */
export async function standingOf(program: Program, said: WhichOne): Promise<string> {
  const id = 'id' in said ? said.id : await findPracticeNamed(program, said.externalId)
  const standing = id && (await lockStanding(program, id))
  if (standing) return standing
  throw problem('input_invalid', {
    errors: [{ path: 'id' in said ? 'practice.id' : 'practice.externalId', code: 'not_known' }],
  })
}
