import { sql } from 'kysely'
import { addDays, type Day } from '#kit/day.ts'
import type { Period } from '#kit/period.ts'
import type { Laboratory, Staff } from '#tenancy/server/actor.ts'
import { monthsOf } from '../rules.ts'
import { countsOf, type OfMonth } from './sql.ts'

/** Days a month must be over before it is counted: later changes then mark it, since no older transaction is still open. */
const daysOver = 3

const lastDayOf = (month: Day) => addDays(`${addDays(month, 31).slice(0, 7)}-01`, -1)

/** Stored counts, still valid, of the whole months within the period. */
export async function listMonths({ tx, brandId, timeZone }: Staff, period: Period): Promise<Map<Day, OfMonth>> {
  const whole = monthsOf(period).flatMap(({ from, to }) =>
    from.endsWith('-01') && to === lastDayOf(from) ? [from] : [],
  )
  if (whole.length === 0) return new Map()
  const { rows } = await sql<{ month: Day; counts: OfMonth }>`
    select m.month, m.counts from figure_months m
    where m.brand_id = ${brandId} and m.month = any(${whole}::date[]) and m.time_zone = ${timeZone}
      and not exists (select from figure_marks mark where mark.brand_id = ${brandId} and mark.month = m.month)`.execute(
    tx,
  )
  return new Map(rows.map(({ month, counts }) => [month, counts]))
}

/** False while another process counts: the second would overwrite with older data. */
async function tryLockMonths({ tx, brandId }: Laboratory): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`figures/${brandId}`}, 0)) as locked`.execute(tx)
  return rows[0]?.locked === true
}

/** The latest past month that is not counted, or has changed since. */
async function findMonthToCount({ tx, brandId, timeZone }: Laboratory): Promise<Day | undefined> {
  const { rows } = await sql<{ month: Day }>`
    with over as (
      select begun::date as month from generate_series(
        (select date_trunc('month', min(e.at) at time zone ${timeZone}) from order_events e
          where e.brand_id = ${brandId} and e.status = 'delivered'),
        date_trunc('month', (now() at time zone ${timeZone}) - make_interval(days => ${daysOver})) - interval '1 month',
        interval '1 month') begun)
    select over.month from over
    where not exists (select from figure_months m
        where m.brand_id = ${brandId} and m.month = over.month and m.time_zone = ${timeZone})
      or exists (select from figure_marks mark where mark.brand_id = ${brandId} and mark.month = over.month)
    order by 1 desc limit 1`.execute(tx)
  return rows[0]?.month
}

/**
 * Counts one month that needs it; false where none does. A single statement, so that exactly the marks whose changes it
 * counted are deleted: changes committed meanwhile keep their mark.
 */
export async function countMonth(laboratory: Laboratory): Promise<boolean> {
  if (!(await tryLockMonths(laboratory))) return false
  const month = await findMonthToCount(laboratory)
  if (!month) return false
  const { tx, brandId, timeZone } = laboratory
  await sql`
    with counted as (delete from figure_marks where brand_id = ${brandId} and month = ${month})
    insert into figure_months (brand_id, month, time_zone, counts)
    values (${brandId}, ${month}, ${timeZone}, ${countsOf(laboratory, { from: month, to: lastDayOf(month) })})
    on conflict (brand_id, month) do update set time_zone = excluded.time_zone, counts = excluded.counts`.execute(tx)
  return true
}
