import type pg from 'pg'
import type { Language } from '#kit/language.ts'

type Laboratory = { brandId: string; language: Language }

/** In the order in which a work goes through them. */
const places = {
  fr: ['Modelage', 'Fraisage', 'Finition', 'Contrôle'],
  en: ['Design', 'Milling', 'Finishing', 'Inspection'],
} as const satisfies Record<Language, readonly string[]>

/** Minutes after the beginning of the work, at the place, and more for each element: at the bench, the machine, the bench, the desk. */
const courses = { after: [10, 95, 210, 390], minutes: [14, 28, 11, 4], each: [6, 2, 9, 1] }

/** What the figures say of the minutes at each place, and where three works are at the moment. */
export async function insertPlaces(client: pg.ClientBase, { brandId, language }: Laboratory): Promise<void> {
  const names = places[language]
  await client.query('insert into stations (brand_id, name) select $1, unnest($2::text[])', [brandId, names])
  await client.query(
    `with made as (
       select o.id, elements, begun.at, row_number() over (order by o.code) as number from orders o
       cross join lateral (select min(e.at) as at from order_events e
         where e.brand_id = $1 and e.order_id = o.id and e.status = 'in_production') begun
       cross join lateral (select least(sum(p.quantity), 8) as elements from order_products p
         where p.brand_id = $1 and p.order_id = o.id) ordered
       where o.brand_id = $1 and o.status in ('shipped', 'delivered', 'invoiced') and begun.at > now() - interval '120 days'),
     stays as (
       select made.id, course.name, at + make_interval(mins => after) as begins,
         make_interval(mins => (minutes + each * elements + number * 7 % 9)::int) as lasts
       from made, unnest($2::text[], $3::int[], $4::int[], $5::int[]) as course(name, after, minutes, each))
     insert into station_visits (brand_id, station_id, order_id, began_at, ended_at)
     select $1, s.id, stays.id, begins, begins + lasts
     from stays join stations s on s.brand_id = $1 and s.name = stays.name where begins + lasts < now()`,
    [brandId, names, courses.after, courses.minutes, courses.each],
  )
  await client.query(
    `insert into station_visits (brand_id, station_id, order_id, began_at)
     select $1, s.id, o.id, now() - make_interval(mins => 12 * o.number::int)
     from (select id, row_number() over (order by delivery_on, code) as number from orders
       where brand_id = $1 and status = 'in_production') o
     join unnest($2::text[]) with ordinality as place(name, number) on place.number = o.number
     join stations s on s.brand_id = $1 and s.name = place.name
     where o.number < 4`,
    [brandId, names],
  )
}
