import { type RawBuilder, sql } from 'kysely'
import { fullNameOf } from '#features/account/server/sql.ts'
import { stands } from '#features/cases/server/events-sql.ts'
import { isAnswer, ofEach, queues } from '#features/cases/server/staff-filters-sql.ts'
import { type Day, dayInZone } from '#kit/day.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import { type CaseQuery, type CountedCase, type Figures, mostShown, type Period } from '../contract.ts'
import { answerHours, daysAhead } from '../rules.ts'

const startOf = (day: Day, { timeZone }: Staff) => sql`(${day}::date::timestamp at time zone ${timeZone})`
const endOf = (day: Day, { timeZone }: Staff) => sql`((${day}::date + 1)::timestamp at time zone ${timeZone})`

/**
 * What hangs on each is asked of each, by its key: a join would read all that was ever delivered for the days of a week.
 *
 * Cases that were delivered for the first time in the period. The promised day is the first one, or a later one to which the
 * practice's own absence had moved it.
 */
const deliveredIn = (staff: Staff, { from, to }: Period) => {
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

const counts = sql`
  count(*) as delivered, count(d.promised_on) as promised,
  count(*) filter (where d.delivered_on <= d.promised_on) as "onTime", count(d.remake_id) as remade`

/** Each table whole, or those with most cases. */
const listed = (rows: RawBuilder<unknown>, most: number | null) =>
  sql`(select coalesce(jsonb_agg(to_jsonb(rows)), '[]') from (${rows} limit ${most}::integer) as rows)`

type Delivered = Pick<Figures, 'all' | 'months' | 'practices' | 'technicians' | 'products' | 'late'>

export async function countDelivered(
  staff: Staff,
  period: Period,
  most: number | null = mostShown,
): Promise<Delivered> {
  const { tx, brandId, language } = staff
  const { rows } = await sql<Omit<Delivered, 'all'> & { all: Delivered['all'][] }>`
    with d as materialized (${deliveredIn(staff, period)})
    select ${listed(sql`select ${counts} from d`, null)} as "all",
      ${listed(
        sql`select to_char(d.delivered_on, 'YYYY-MM') as month, ${counts} from d group by 1 order by 1`,
        null,
      )} as months,
      ${listed(
        sql`select p.id, p.name, ${counts} from d
          join practices p on p.brand_id = ${brandId} and p.id = d.practice_id
          group by p.id, p.name order by count(*) desc, p.name, p.id`,
        most,
      )} as practices,
      ${listed(
        sql`select u.id, ${fullNameOf('u')} as name, ${counts} from d
          left join users u on u.brand_id = ${brandId} and u.id = d.technician_id
          group by u.id, u.title, u.first_name, u.last_name order by u.id is null, count(*) desc, u.id`,
        null,
      )} as technicians,
      ${listed(
        sql`select l.reference as id, min(${language === 'fr' ? sql`l.label_fr` : sql`l.label_en`}) as name, ${counts} from d
          join lateral (select distinct on (reference) reference, label_fr, label_en from order_products
            where brand_id = ${brandId} and order_id = d.id order by reference) l on true
          group by l.reference order by count(*) desc, l.reference`,
        most,
      )} as products,
      ${listed(
        sql`select d.cause, count(*) as cases, sum(d.delivered_on - d.promised_on) as days from d
          where d.cause is not null group by 1 order by 2 desc, 1`,
        null,
      )} as late`.execute(tx)
  const [found] = rows
  const all = found?.all[0]
  if (!found || !all) throw new Error('A count has no row.')
  return { ...found, all, technicians: found.technicians.map(one => (one.id ? one : { ...one, name: null })) }
}

const narrowings = ({ list, practiceId, technician, product, cause }: CaseQuery, { brandId }: Staff) => [
  ...(list === 'on_time' ? [sql`d.delivered_on <= d.promised_on`] : []),
  ...(list === 'late' ? [sql`d.cause is not null`] : []),
  ...(list === 'remade' ? [sql`d.remake_id is not null`] : []),
  ...(practiceId ? [sql`d.practice_id = ${practiceId}`] : []),
  ...(technician === 'nobody' ? [sql`d.technician_id is null`] : []),
  ...(technician && technician !== 'nobody' ? [sql`d.technician_id = ${technician}`] : []),
  ...(cause ? [sql`d.cause = ${cause}`] : []),
  ...(product
    ? [
        sql`exists (select from order_products l
          where l.brand_id = ${brandId} and l.order_id = d.id and l.reference = ${product})`,
      ]
    : []),
]

export const pageSize = 25

/** The cases behind a number, and how many they are. */
export async function listCounted(staff: Staff, query: CaseQuery): Promise<{ cases: CountedCase[]; total: number }> {
  const { tx, brandId } = staff
  const conditions = [sql`true`, ...narrowings(query, staff)]
  const { rows } = await sql<{ cases: CountedCase[]; total: number }>`
    with d as materialized (
      select * from (${deliveredIn(staff, query)}) d where ${sql.join(conditions, sql` and `)}
    ), shown as (
      select * from d order by d.delivered_on desc, d.code limit ${pageSize} offset ${(query.page - 1) * pageSize}
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

/** Of messages of practices, without those that answer a question, several in a row being one: until the laboratory's next one in the thread. */
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

/** What is still at the laboratory: by its day, before today, and without one. */
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
