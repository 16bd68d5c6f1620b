import { sql } from 'kysely'
import type { OrderEventKind } from '#db/schema.ts'
import type { Day } from '#kit/day.ts'
import type { Language } from '#kit/language.ts'
import { problem } from '#kit/problem.ts'
import { violates } from '#kit/server/database-problem.ts'
import type { PracticeUser, SignedIn, Staff } from '#tenancy/server/actor.ts'
import { ofActor } from '#tenancy/server/actor-sql.ts'
import type { CaseStatus, HoldAnswer, HoldReason, ProblemKind } from '../contract.ts'
import { excusedBySetting } from './promised-sql.ts'

export type LockedOrder = NonNullable<Awaited<ReturnType<typeof lockOrder>>>

/** Every change of a case begins here: the second of two concurrent requests sees what the first has done. */
export const lockOrder = (actor: SignedIn, id: string) =>
  actor.tx
    .selectFrom('orders')
    .select([
      'id',
      'practice_id',
      'status',
      'held_from',
      'hold_reason',
      'hold_answer',
      'delivery_on',
      'print_type',
      'accepted_at',
    ])
    .where(ofActor(actor, 'orders'))
    .where('id', '=', id)
    // Messages and problems may still be inserted meanwhile; a file waits for this lock (attachments/server/sql.ts).
    .forNoKeyUpdate()
    .executeTakeFirst()

/** The case's practice, for callers that must lock something of the practice before the case. */
export const findPracticeOf = async (staff: Staff, id: string): Promise<string | undefined> =>
  (
    await staff.tx
      .selectFrom('orders')
      .select('practice_id')
      .where('brand_id', '=', staff.brandId)
      .where('id', '=', id)
      .executeTakeFirst()
  )?.practice_id

/** Locks several cases, always in the order of their ids to avoid deadlocks. */
export const lockOrders = (actor: SignedIn, ids: readonly string[]) =>
  actor.tx
    .selectFrom('orders')
    .select(['id', 'status'])
    .where(ofActor(actor, 'orders'))
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

/** Translates the database's check: the quantities times their prices exceed what a case may cost. */
export function refuseTotal(error: unknown): never {
  if (violates(error, 'orders__total_in_range'))
    throw problem('input_invalid', { errors: [{ path: 'products', code: 'out_of_range' }] })
  throw error
}

export type OrderChange = {
  status?: CaseStatus
  /** Reset when the laboratory moves the case on, which acknowledges the practice's changes. */
  changed_at?: null
  /** For a day, while its impression is still to come. */
  isAccepted?: true
  held_from?: CaseStatus | null
  hold_reason?: HoldReason | null
  hold_question?: string | null
  hold_answer?: HoldAnswer | null
  hold_answered_by?: string | null
  delivery_on?: string
  carrier?: string | null
  tracking_number?: string | null
  tracking_url?: string | null
}

/** The trigger `orders__status_moves` refuses a status that cannot be reached. */
export const setOrder = (actor: SignedIn, { id }: Pick<LockedOrder, 'id'>, { isAccepted, ...change }: OrderChange) =>
  actor.tx
    .updateTable('orders')
    .set({
      ...change,
      ...(isAccepted && { accepted_at: sql<string>`now()` }),
      ...(change.hold_answer === undefined ? {} : { hold_answered_at: change.hold_answer && sql<string>`now()` }),
      ...(change.delivery_on === undefined
        ? {}
        : {
            is_delivery_confirmed: true,
            // The laboratory has decided, so the end of an absence no longer restores the former day.
            moved_from_on: null,
            excused_on: excusedBySetting,
            first_delivery_on: sql<string>`coalesce(first_delivery_on, ${change.delivery_on}::date)`,
          }),
    })
    .where(ofActor(actor, 'orders'))
    .where('id', '=', id)
    .execute()

/** As somebody has written it, or a text of the portal in every language. */
type Note = string | Record<Language, string>
type Writer = Pick<SignedIn, 'tx' | 'kind' | 'brandId' | 'practiceId' | 'language'>

/** Appends to the timeline that the case has, or is about to have, another status. */
export const insertStep = (
  writer: Writer,
  orderId: string,
  step: { status: CaseStatus; note?: Note | undefined; takesBack?: number },
) => insertLine(writer, orderId, { kind: 'step', ...step })

/**
 * Appends to the timeline what is said of the case while it keeps its status. With `withinMinutes`, the same words of the
 * same person are not repeated within that time.
 */
export const insertNote = (writer: Writer, orderId: string, note: Note, { withinMinutes = 0 } = {}) =>
  insertLine(writer, orderId, { kind: 'note', note, withinMinutes })

type NewLine = {
  kind: OrderEventKind
  /** The case's present one for a note. */
  status?: CaseStatus
  note?: Note | undefined
  withinMinutes?: number
  takesBack?: number
}

/** The case is locked or not visible to others yet, so no other line can get in between. */
function insertLine(writer: Writer, orderId: string, line: NewLine) {
  const { kind, status = null, note = null, withinMinutes = 0, takesBack = null } = line
  const [written, both] = note === null || typeof note === 'string' ? [note] : [note[writer.language], note]
  return sql`
    insert into order_events (brand_id, practice_id, order_id, sequence, kind, status, note, note_fr, note_en, takes_back)
    select brand_id, practice_id, id,
      (select coalesce(max(sequence), 0) + 1 from order_events e
        where e.brand_id = orders.brand_id and e.order_id = orders.id),
      ${kind}::order_event_kind, coalesce(${status}::order_status, status), ${written}, ${both?.fr ?? null},
      ${both?.en ?? null}, ${takesBack}::smallint
    from orders where ${ofActor(writer, 'orders')} and id = ${orderId}
      ${withinMinutes === 0 ? sql`` : sql`and not ${isJustSaid(written, withinMinutes)}`}`
    .execute(writer.tx)
    .catch(refusePace)
}

/** A practice may add fifty timeline lines to a case per day, and so may an integration, which may also send fifty messages. */
function refusePace(error: unknown): never {
  const isTooMuch = violates(error, 'order_events__pace') || violates(error, 'order_messages__pace')
  throw isTooMuch ? problem('too_many_requests', { retryAfter: 3600 }) : error
}

/** Adds one line to each case whose day has moved, with a reason for readers who may see absences. The cases must be locked. */
export const insertMoveNotes = (
  { tx, brandId }: Pick<SignedIn, 'tx' | 'brandId'>,
  notes: readonly { id: string; note: string; absenceNote: string | null }[],
) =>
  sql`
    insert into order_events (brand_id, practice_id, order_id, sequence, kind, status, note, absence_note)
    select o.brand_id, o.practice_id, o.id,
      (select coalesce(max(sequence), 0) + 1 from order_events e where e.brand_id = o.brand_id and e.order_id = o.id),
      'note', o.status, told.note, told."absenceNote"
    from jsonb_to_recordset(${JSON.stringify(notes)}::jsonb) told (id uuid, note text, "absenceNote" text)
    join orders o on o.brand_id = ${brandId} and o.id = told.id`
    .execute(tx)
    .catch(refusePace)

const isJustSaid = (note: string | null, withinMinutes: number) => sql`exists (
  select from (
    select * from order_events e where e.brand_id = orders.brand_id and e.order_id = orders.id
    order by e.sequence desc limit 1) last
  where last.at > now() - make_interval(mins => ${withinMinutes}) and last.note = ${note} and last.status = orders.status
    and last.author_id = tenant.user_id())`

/** The materials used for a product, in one line. */
export const setTraceability = (
  staff: Staff,
  { orderId, caseSequence }: { orderId: string; caseSequence: number },
  line: string | null,
) =>
  staff.tx
    .updateTable('order_products')
    .set({ traceability: line })
    .where('brand_id', '=', staff.brandId)
    .where('order_id', '=', orderId)
    .where('case_sequence', '=', caseSequence)
    .execute()

export const insertMessage = (
  actor: SignedIn,
  order: { id: string; practice_id: string },
  body: string,
): Promise<{ id: string }> =>
  actor.tx
    .insertInto('order_messages')
    .values({
      brand_id: actor.brandId,
      practice_id: order.practice_id,
      order_id: order.id,
      author_id: actor.userId,
      is_from_laboratory: actor.kind === 'staff',
      body,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(refusePace)

/** Sends the same message to many cases at once. */
export async function insertMessages(
  { tx, brandId, userId }: Staff,
  orders: readonly { id: string; practice_id: string }[],
  body: string,
) {
  const { rows } = await sql<{ order_id: string; practice_id: string; id: string }>`
    insert into order_messages (brand_id, practice_id, order_id, author_id, is_from_laboratory, body)
    select ${brandId}, practice_id, id, ${userId}, true, ${body}
    from jsonb_to_recordset(${JSON.stringify(orders)}) as told (practice_id uuid, id uuid)
    returning order_id, practice_id, id`.execute(tx)
  return rows
}

export const insertProblem = (
  { tx, brandId, userId }: SignedIn,
  order: { id: string; practice_id: string },
  reported: {
    kind: ProblemKind
    description: string
    remakeId: string | null
    isAdjustment?: boolean
    teeth?: readonly number[]
  },
) =>
  tx
    .insertInto('order_problems')
    .values({
      brand_id: brandId,
      practice_id: order.practice_id,
      order_id: order.id,
      kind: reported.kind,
      description: reported.description,
      remake_id: reported.remakeId,
      is_adjustment: reported.isAdjustment ?? false,
      // pg cannot bind arrays of a domain type.
      teeth: sql<string[]>`${reported.teeth ?? []}::smallint[]`,
      reported_by: userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

type ProblemAnswer = { answer: string; putRightOn?: Day | null | undefined; remakeId?: string }

/** Undefined when there is no such problem. Answering again replaces the answer. */
export async function answerProblem(
  staff: Staff,
  orderId: string,
  id: string,
  { answer, putRightOn = null, remakeId }: ProblemAnswer,
) {
  const found = await findReported(staff, orderId, id)
  if (!found || found.settled_at) return found && ('settled' as const)
  await ofProblem(staff, orderId, id)
    .set({
      answer,
      put_right_on: putRightOn,
      answered_by: staff.userId,
      answered_at: sql<string>`now()`,
      ...(remakeId && { remake_id: remakeId }),
    })
    .execute()
  return 'answered' as const
}

/** Undefined when there is no such problem. */
export async function settleProblem(user: PracticeUser, orderId: string, id: string) {
  const found = await findReported(user, orderId, id)
  if (!found || found.settled_at) return found && ('settled before' as const)
  await ofProblem(user, orderId, id).set({ settled_by: user.userId, settled_at: sql<string>`now()` }).execute()
  return 'settled now' as const
}

/** The answer to a problem; `words` is null while there is none. Undefined when there is no such problem. */
export const findProblemAnswer = (staff: Staff, orderId: string, id: string) =>
  staff.tx
    .selectFrom('order_problems')
    .select(['answer as words', 'put_right_on as putRightOn', 'answered_at as at'])
    .where(ofActor(staff, 'order_problems'))
    .where('order_id', '=', orderId)
    .where('id', '=', id)
    .executeTakeFirst()

const findReported = (actor: SignedIn, orderId: string, id: string) =>
  actor.tx
    .selectFrom('order_problems')
    .select('settled_at')
    .where(ofActor(actor, 'order_problems'))
    .where('order_id', '=', orderId)
    .where('id', '=', id)
    .executeTakeFirst()

/** The products of a case with their teeth. */
export const listLines = ({ tx, brandId }: SignedIn, orderId: string) =>
  tx
    .selectFrom('order_products')
    .select(['case_sequence as caseSequence', sql<number[]>`teeth::smallint[]`.as('teeth')])
    .where('brand_id', '=', brandId)
    .where('order_id', '=', orderId)
    .orderBy('case_sequence')
    .execute()

const ofProblem = (actor: SignedIn, orderId: string, id: string) =>
  actor.tx
    .updateTable('order_problems')
    .where(ofActor(actor, 'order_problems'))
    .where('order_id', '=', orderId)
    .where('id', '=', id)
