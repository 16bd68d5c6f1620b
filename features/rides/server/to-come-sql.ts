import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { midday } from '#kit/shifts.ts'

type Rides = 'rides' | 'driven' | 'sooner'

/** The laboratory has closed the day since the pickup was asked for. */
export const isOnClosedDay = (ride: Rides) => {
  const [brand, day] = ['brand_id', 'day'].map(column => sql.ref(`${ride}.${column}`))
  return sql<boolean>`(exists (select from holidays h where h.brand_id = ${brand} and h.day = ${day})
    or not exists (select from brands b where b.id = ${brand} and extract(isodow from ${day}) = any(b.working_days::smallint[])))`
}

/** `isComing` of the rules: a driver is expected, and has not been there by `now`. */
export const isComing = (
  ride: Rides,
  { now, timeZone }: { now: RawBuilder<unknown>; timeZone: RawBuilder<unknown> | Expression<unknown> },
) => {
  const [status, day, shift] = ['status', 'day', 'shift'].map(column => sql.ref(`${ride}.${column}`))
  return sql<SqlBool>`(${status} in ('requested', 'confirmed')
    and ${day} + case ${shift} when 'AM' then ${midday}::interval else interval '1 day' end
      > ${now} at time zone ${timeZone}
    and not ${isOnClosedDay(ride)})`
}
