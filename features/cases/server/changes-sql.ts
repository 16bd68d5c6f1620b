import { sql } from 'kysely'
import type { PracticeUser, SignedIn, Staff } from '#tenancy/server/actor.ts'
import { ofActor } from '#tenancy/server/actor-sql.ts'
import type { CaseStatus, HoldAnswer, HoldReason, ProblemKind } from '../contract.ts'

export type LockedOrder = NonNullable<Awaited<ReturnType<typeof lockOrder>>>

/** Whoever changes a case begins here: of two at once the second sees what the first has done. */
export const lockOrder = (actor: SignedIn, id: string) =>
  actor.tx
    .selectFrom('orders')
    .select(['id', 'practice_id', 'status', 'hold_answer'])
    .where(ofActor(actor, 'orders'))
    .where('id', '=', id)
    // Messages, files and problems that hang on the case may come meanwhile.
    .forNoKeyUpdate()
    .executeTakeFirst()

export type OrderChange = {
  status?: CaseStatus
  held_from?: CaseStatus | null
  hold_reason?: HoldReason | null
  hold_question?: string | null
  hold_answer?: HoldAnswer | null
  hold_answered_by?: string | null
  delivery_on?: string
}

/** The table itself refuses a status to which no way leads: `orders__status_moves`. */
export const setOrder = (actor: SignedIn, { id }: Pick<LockedOrder, 'id'>, change: OrderChange) =>
  actor.tx
    .updateTable('orders')
    .set({
      ...change,
      ...(change.hold_answer === undefined ? {} : { hold_answered_at: change.hold_answer && sql<string>`now()` }),
      ...(change.delivery_on === undefined
        ? {}
        : {
            is_delivery_confirmed: true,
            // The laboratory has decided: no absence that ends gives the former day back. It is late from where the
            // absences had moved it, unless it was late before.
            moved_from_on: null,
            excused_on: sql<string | null>`case
              when moved_from_on <= greatest(first_delivery_on, excused_on)
                and delivery_on > greatest(first_delivery_on, excused_on) then delivery_on
              else excused_on end`,
            first_delivery_on: sql<string>`coalesce(first_delivery_on, ${change.delivery_on}::date)`,
          }),
    })
    .where(ofActor(actor, 'orders'))
    .where('id', '=', id)
    .execute()

/** The next line of the timeline. The case is locked, or nobody knows of it yet: no other line can come in between. */
export const insertEvent = (
  actor: SignedIn,
  orderId: string,
  { status, note = null }: { status: CaseStatus; note?: string | null | undefined },
) =>
  sql`
    insert into order_events (brand_id, practice_id, order_id, sequence, status, note)
    select brand_id, practice_id, id,
      (select coalesce(max(sequence), 0) + 1 from order_events e
        where e.brand_id = orders.brand_id and e.order_id = orders.id),
      ${status}::order_status, ${note}
    from orders where ${ofActor(actor, 'orders')} and id = ${orderId}`.execute(actor.tx)

/** What the bench used for a product, in one line. */
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

export const insertProblem = (
  user: PracticeUser,
  orderId: string,
  problem: { kind: ProblemKind; description: string; remakeId: string | null },
) =>
  user.tx
    .insertInto('order_problems')
    .values({
      brand_id: user.brandId,
      practice_id: user.practiceId,
      order_id: orderId,
      kind: problem.kind,
      description: problem.description,
      remake_id: problem.remakeId,
      reported_by: user.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
