import { sql } from 'kysely'
import type * as v from 'valibot'
import { mostCounted } from '#features/cases/rules.ts'
import { fullNameOf } from '#features/people/server/names-sql.ts'
import { pageSize } from '#kit/pages.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import type { Complaint, complaintStates } from '../contract.ts'
import type { Decision } from '../input.ts'

type State = (typeof complaintStates)[number]

/** Written out exactly as in its partial index. */
const isInState = { open: sql`not r.is_decided`, decided: sql`r.is_decided` } satisfies Record<State, unknown>

/** All columns shown of a problem `r`. */
const complaintColumns = sql`r.id, json_build_object('id', o.id, 'code', o.code) as order, p.name as practice, r.kind,
  r.description, r.reported_at as "reportedAt", ${fullNameOf('u')} as "reportedBy", u.practice_id is null as "isNoted",
  (select json_build_object('id', again.id, 'code', again.code) from orders again
    where again.brand_id = r.brand_id and again.id = r.remake_id) as remake,
  (select json_build_object('isSerious', d.is_serious, 'cause', d.cause, 'note', d.note, 'by', d.decided_by_name,
      'at', to_json(d.decided_at at time zone 'UTC') #>> '{}' || 'Z')
    from complaint_decisions d where d.brand_id = r.brand_id and d.problem_id = r.id
    order by d.sequence desc limit 1) as decision`
const whatHangsOnIt = sql`
  join orders o on o.brand_id = r.brand_id and o.id = r.order_id
  join practices p on p.brand_id = r.brand_id and p.id = r.practice_id
  join users u on u.brand_id = r.brand_id and u.id = r.reported_by`

export async function listComplaints(
  { tx, brandId }: Staff,
  { state, page }: { state: State; page: number },
): Promise<Complaint[]> {
  const { rows } = await sql<Complaint>`
    select ${complaintColumns} from (
      select * from order_problems r where r.brand_id = ${brandId} and ${isInState[state]}
      order by r.reported_at desc, r.id limit ${pageSize} offset ${(page - 1) * pageSize}) r ${whatHangsOnIt}
    order by r.reported_at desc, r.id`.execute(tx)
  return rows
}

/** Decided ones are counted up to a limit, latest first; open ones completely, or the oldest could not be reached by page. */
export async function countComplaints({ tx, brandId }: Staff): Promise<Record<State, number>> {
  const counted = (state: State) => sql`(select count(*) from (
    select from order_problems r where r.brand_id = ${brandId} and ${isInState[state]}
    ${state === 'open' ? sql`` : sql`order by r.reported_at desc limit ${mostCounted}`}) counted)`
  const { rows } = await sql<Record<State, number>>`
    select ${counted('open')} as open, ${counted('decided')} as decided`.execute(tx)
  return rows[0] ?? { open: 0, decided: 0 }
}

/** Milliseconds, as in the reply: with more precision, a page would miss where the previous one ended. */
const moment = sql`date_trunc('milliseconds', r.reported_at)`

/**
 * Complaints of one case, or of these days in the laboratory's time zone, oldest first; `after` is the end of the
 * previous page.
 */
export async function listComplaintsOf(
  { tx, brandId, timeZone }: Staff,
  { orderId = null, from = null, to = null }: { orderId?: string | null; from?: string | null; to?: string | null },
  after: { at: string; id: string } | undefined,
  most: number,
): Promise<Complaint[]> {
  const { rows } = await sql<Complaint>`
    select ${complaintColumns} from order_problems r ${whatHangsOnIt}
    where r.brand_id = ${brandId} and (${orderId}::uuid is null or r.order_id = ${orderId})
      and (${from}::date is null or r.reported_at >= ${from}::date::timestamp at time zone ${timeZone})
      and (${to}::date is null or r.reported_at < (${to}::date + 1)::timestamp at time zone ${timeZone})
      and (${after?.at ?? null}::timestamptz is null or (${moment}, r.id) > (${after?.at ?? null}, ${after?.id ?? null}::uuid))
    order by ${moment}, r.id limit ${most}`.execute(tx)
  return rows
}

export const findOrderByCode = ({ tx, brandId }: Staff, code: string) =>
  tx
    .selectFrom('orders')
    .select(['id', 'practice_id'])
    .where('brand_id', '=', brandId)
    .where('code', '=', code)
    .executeTakeFirst()

/** A problem's case, practice and teeth. */
export const findProblem = ({ tx, brandId }: Staff, id: string) =>
  tx
    .selectFrom('order_problems')
    .select(['order_id', 'practice_id', sql<number[]>`teeth::smallint[]`.as('teeth')])
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .executeTakeFirst()

export const insertDecision = (
  { tx, brandId, userId }: Staff,
  problem: { id: string; practice_id: string },
  { isSerious, cause, note }: v.InferOutput<typeof Decision>,
  name: string,
) =>
  tx
    .insertInto('complaint_decisions')
    .values({
      brand_id: brandId,
      practice_id: problem.practice_id,
      problem_id: problem.id,
      is_serious: isSerious,
      cause,
      note: note ?? null,
      decided_by: userId,
      decided_by_name: name,
    })
    .execute()
