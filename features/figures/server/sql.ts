import { type RawBuilder, sql } from 'kysely'
import { stands } from '#features/cases/server/events-sql.ts'
import { isAnswer, ofEach, queues } from '#features/cases/server/staff-filters-sql.ts'
import { fullNameOf } from '#features/people/server/names-sql.ts'
import { type Day, dayInZone } from '#kit/day.ts'
import type { Period } from '#kit/period.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import type { CountedCase, CountedQuery, Counts, Figures } from '../contract.ts'
import { answerHours, daysAhead } from '../rules.ts'

const startOf = (day: Day, { timeZone }: Clock) => sql`(${day}::date::timestamp at time zone ${timeZone})`
const endOf = (day: Day, { timeZone }: Clock) => sql`((${day}::date + 1)::timestamp at time zone ${timeZone})`

/**
 * Cases delivered for the first time in the period. The promised day is the first one, or a later one to which the
 * practice's own absence had moved it. Related rows are looked up by key for each case: a join would read everything ever
 * delivered for the days of a week.
 */
const deliveredIn = (staff: Clock, { from, to, practiceId }: Period & { practiceId?: string | undefined }) => {
  const { brandId, timeZone } = staff
  return sql`
    select counted.*, case when counted.delivered_on <= counted.promised_on is not false then null
        when exists (select from order_events e where e.brand_id = ${brandId} and e.order_id = counted.id
          and e.status = 'shipped' and ${stands('e')} and (e.at at time zone ${timeZone})::date <= counted.promised_on) then 'transport'
        when exists (select from order_events e where e.brand_id = ${brandId} and e.order_id = counted.id
          and e.status = 'on_hold') then 'hold'
        when counted.delivery_on > counted.promised_on then 'moved'
        else 'none' end as cause
    from (
      select o.id, o.code, o.practice_id, o.technician_id, o.delivery_on, r.id as remake_id, r.code as remake_code,
        coalesce(greatest(o.first_delivery_on, o.excused_on), o.delivery_on) as promised_on,
        (came.at at time zone ${timeZone})::date as delivered_on
      from (
        select e.order_id, min(e.at) as at from order_events e
        where e.brand_id = ${brandId} and e.status = 'delivered' and ${stands('e')}
          and e.at >= ${startOf(from, staff)} and e.at < ${endOf(to, staff)}
          ${practiceId ? sql`and e.practice_id = ${practiceId}` : sql``}
        group by e.order_id
      ) came
      join lateral (select * from orders where brand_id = ${brandId} and id = came.order_id ${ofEach}) o on true
      left join lateral (
        select id, code from orders where brand_id = ${brandId} and remake_of = o.id and status <> 'cancelled' ${ofEach}) r on true
      where not exists (
        select from order_events before where before.brand_id = ${brandId} and before.order_id = came.order_id
          and before.status = 'delivered' and before.at < ${startOf(from, staff)} and ${stands('before')} ${ofEach})
    ) counted`
}

const countsWith = (remakeId: RawBuilder<unknown>) => sql`
  count(*) as delivered, count(d.promised_on) as promised,
  count(*) filter (where d.delivered_on <= d.promised_on) as "onTime", count(${remakeId}) as remade`
const counts = countsWith(sql`d.remake_id`)

/** A remake counts for the products it makes again: the case's others were fine. */
const isMadeAgain = (reference: RawBuilder<unknown>, brandId: string) => sql`exists (
  select from order_products again
  where again.brand_id = ${brandId} and again.order_id = d.remake_id and again.reference = ${reference})`

/** All rows of a query as a JSON array. */
const listed = (rows: RawBuilder<unknown>) =>
  sql`(select coalesce(jsonb_agg(to_jsonb(rows)), '[]') from (${rows}) as rows)`

type Clock = Pick<Staff, 'brandId' | 'timeZone'>
export type OfMonth = {
  all: Counts[]
  practices: (Counts & { id: string })[]
  technicians: (Counts & { id: string | null })[]
  products: (Counts & { id: string; fr: string; en: string })[]
  late: Figures['late']
}

/** Keyed by ids, since a past month is counted once, but names are today's. */
export const countsOf = (of: Clock, period: Period) => sql`(
  with d as materialized (${deliveredIn(of, period)})
  select jsonb_build_object(
    'all', ${listed(sql`select ${counts} from d`)},
    'practices', ${listed(sql`select d.practice_id as id, ${counts} from d group by 1`)},
    'technicians', ${listed(sql`select d.technician_id as id, ${counts} from d group by 1`)},
    'products', ${listed(sql`select l.reference as id, min(l.label_fr) as fr, min(l.label_en) as en, ${countsWith(sql`l.remade`)} from d
      join lateral (select distinct on (reference) reference, label_fr, label_en,
          case when d.remake_id is not null and ${isMadeAgain(sql`o.reference`, of.brandId)} then true end as remade
        from order_products o where brand_id = ${of.brandId} and order_id = d.id order by reference) l on true
      group by l.reference`)},
    'late', ${listed(sql`select d.cause, count(*) as cases, sum(d.delivered_on - d.promised_on) as days from d
      where d.cause is not null group by 1`)}))`

export async function countDeliveredIn(staff: Staff, period: Period): Promise<OfMonth> {
  const { rows } = await sql<{ counts: OfMonth }>`select ${countsOf(staff, period)} as counts`.execute(staff.tx)
  const [found] = rows
  if (!found) throw new Error('A count has no row.')
  return found.counts
}

/** One practice's counts, as in the overall figures. */
export async function countDeliveredTo(staff: Staff, practiceId: string, period: Period): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select ${counts} from (${deliveredIn(staff, { ...period, practiceId })}) d`.execute(staff.tx)
  const [found] = rows
  if (!found) throw new Error('A count has no row.')
  return found
}

/** Present names of practices and technicians. */
export async function listNames(
  { tx, brandId }: Staff,
  { practices, technicians }: Record<'practices' | 'technicians', string[]>,
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from practices where brand_id = ${brandId} and id = any(${practices}::uuid[])
    union all
    select u.id, ${fullNameOf('u')} from users u where u.brand_id = ${brandId} and u.id = any(${technicians}::uuid[])`.execute(
    tx,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const narrowings = ({ list, technician, product, cause }: CountedQuery, { brandId }: Staff) => [
  ...(list === 'on_time' ? [sql`d.delivered_on <= d.promised_on`] : []),
  ...(list === 'late' ? [sql`d.cause is not null`] : []),
  ...(list === 'remade' ? [sql`d.remake_id is not null`] : []),
  ...(technician === 'nobody' ? [sql`d.technician_id is null`] : []),
  ...(technician && technician !== 'nobody' ? [sql`d.technician_id = ${technician}`] : []),
  ...(cause ? [sql`d.cause = ${cause}`] : []),
  ...(product
    ? [
        sql`exists (select from order_products l
          where l.brand_id = ${brandId} and l.order_id = d.id and l.reference = ${product})`,
      ]
    : []),
  ...(product && list === 'remade' ? [isMadeAgain(sql`${product}`, brandId)] : []),
]

export type Counted = { cases: CountedCase[]; total: number }

/** One part of the period, from an offset. */
export async function listCountedIn(staff: Staff, query: CountedQuery, offset: number, most: number): Promise<Counted> {
  const { tx, brandId } = staff
  const conditions = [sql`true`, ...narrowings(query, staff)]
  const { rows } = await sql<Counted>`
    with d as materialized (
      select * from (${deliveredIn(staff, query)}) d where ${sql.join(conditions, sql` and `)}
    ), shown as (
      select * from d order by d.delivered_on desc, d.code limit ${most} offset ${offset}
    )
    select (select count(*) from d) as total, coalesce(jsonb_agg(jsonb_build_object(
      'id', s.id, 'code', s.code, 'practice', p.name, 'technician', nullif(${fullNameOf('u')}, ''),
      'promisedOn', s.promised_on, 'deliveredOn', s.delivered_on, 'cause', s.cause,
      'remake', case when s.remake_id is not null then jsonb_build_object('id', s.remake_id, 'code', s.remake_code) end)
      order by s.delivered_on desc, s.code), '[]') as cases
    from shown s
    join practices p on p.brand_id = ${brandId} and p.id = s.practice_id
    left join users u on u.brand_id = ${brandId} and u.id = s.technician_id`.execute(tx)
  return rows[0] ?? { cases: [], total: 0 }
}

/**
 * Response times to practices' messages, until the laboratory's next one in the thread. Consecutive messages count as
 * one; replies to a question of the laboratory do not count.
 */
export async function countAnswers(staff: Staff, { from, to }: Period): Promise<Figures['answers']> {
  const { tx, brandId } = staff
  const { rows } = await sql<Figures['answers']>`
    with asked as materialized (
      select (
        select a.created_at from order_messages a where a.brand_id = ${brandId} and a.order_id = m.order_id
          and a.is_from_laboratory and a.sequence > m.sequence order by a.sequence limit 1) - m.created_at as took
      from order_messages m
      where m.brand_id = ${brandId} and not m.is_from_laboratory and not ${isAnswer('m')}
        and m.created_at >= ${startOf(from, staff)} and m.created_at < ${endOf(to, staff)}
        and coalesce((
          select before.is_from_laboratory from order_messages before where before.brand_id = ${brandId}
            and before.order_id = m.order_id and before.sequence < m.sequence
            and (before.is_from_laboratory or not ${isAnswer('before')}) order by before.sequence desc limit 1), true)
    )
    select count(*) as asked, count(took) as answered,
      round(extract(epoch from percentile_cont(0.5) within group (order by took)) / 60)::int as "medianMinutes",
      (select jsonb_agg(jsonb_build_object('hours', h.hours,
          'answered', (select count(*) from asked where took <= make_interval(hours => h.hours))) order by h.hours)
        from unnest(${[...answerHours]}::integer[]) as h (hours)) as within
    from asked`.execute(tx)
  const [found] = rows
  if (!found) throw new Error('A count has no row.')
  return found
}

/** Cases still at the laboratory: by delivery day, overdue, and without a day. */
export async function countAhead({ tx, brandId, timeZone }: Staff): Promise<Figures['ahead']> {
  const today = dayInZone(new Date(), timeZone)
  const isHere = sql`orders.brand_id = ${brandId} and orders.status not in ('delivered', 'invoiced', 'cancelled')
    and orders.status <> 'shipped'`
  const { rows } = await sql<Figures['ahead']>`
    select
      (select count(*) from orders where orders.brand_id = ${brandId} and ${queues.late(sql`${today}`)}) as late,
      (select count(*) from orders where ${isHere} and orders.delivery_on is null) as undated,
      (select jsonb_agg(jsonb_build_object('day', ahead.day, 'cases', (
          select count(*) from orders where ${isHere} and orders.delivery_on = ahead.day)) order by ahead.day)
        from (select ${today}::date + n as day from generate_series(0, ${daysAhead - 1}::integer) n) ahead) as days`.execute(
    tx,
  )
  const [found] = rows
  if (!found) throw new Error('A count has no row.')
  return found
}
