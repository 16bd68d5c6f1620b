import type pg from 'pg'
import { releasePoints } from '#features/traceability/rules.ts'
import { addDays, type Day } from '#kit/day.ts'
import type { Language } from '#kit/language.ts'
import type { Product } from './product.ts'

export type Team = { bench: Member; driver: Member }
type Member = { id: string; name: string }

type Laboratory = {
  brandId: string
  language: Language
  today: Day
  team: Team
  catalogue: ReadonlyMap<string, Product>
}

const words = {
  fr: {
    rounds: ['Centre', 'Est'],
    hurry: 'Le patient part en voyage le lendemain.',
    cause: 'Bulle dans l’empreinte, vue sur le modèle.',
    receivers: ['Mme Petit', 'M. Lopez', 'Accueil'],
  },
  en: {
    rounds: ['Centre', 'East'],
    hurry: 'The patient travels the day after.',
    cause: 'A bubble in the impression, seen on the model.',
    receivers: ['Mrs Small', 'Mr Lopez', 'Front desk'],
  },
} as const satisfies Record<Language, object>

/** What the laboratory's people have done and found: none of their screens begins empty. */
export async function insertStaffWork(client: pg.ClientBase, laboratory: Laboratory): Promise<void> {
  await giveCases(client, laboratory)
  await takeLots(client, laboratory)
  await checkRelease(client, laboratory)
  await arrangeRounds(client, laboratory)
  await handOver(client, laboratory)
  await askEarlier(client, laboratory)
  await decideComplaints(client, laboratory)
}

/** Three of four that are being made have somebody. */
const giveCases = (client: pg.ClientBase, { brandId, team }: Laboratory) =>
  client.query(
    `update orders set technician_id = $2 from (
       select id, row_number() over (order by code) as place from orders
       where brand_id = $1 and status in ('in_preparation', 'in_production', 'on_hold')) open
     where orders.brand_id = $1 and orders.id = open.id and place % 4 > 0`,
    [brandId, team.bench.id],
  )

/** Of every other case in production all products have their lot: such a sheet can be signed, the next one cannot. */
async function takeLots(client: pg.ClientBase, { brandId, language, catalogue }: Laboratory) {
  const materials = Object.fromEntries(
    [...catalogue].map(([reference, { material }]) => [reference, material?.name[language]]),
  )
  await client.query(
    `with taken as (
       insert into order_product_materials
         (brand_id, practice_id, order_id, case_sequence, position, name, maker, lot, lot_id, expires_on, standard, certificate,
          certificate_ends_on, is_implantable, used_at)
       select p.brand_id, p.practice_id, p.order_id, p.case_sequence, 1, m.name, m.maker, l.number, l.id, l.expires_on,
         m.standard, m.certificate, m.certificate_ends_on, m.is_implantable, now() - interval '3 hours'
       from (select id, row_number() over (order by code) as place from orders
         where brand_id = $1 and status = 'in_production') o
       join order_products p on p.brand_id = $1 and p.order_id = o.id
       join materials m on m.brand_id = $1 and m.name = $2::jsonb ->> p.reference
         and coalesce(m.certificate_ends_on, 'infinity') > current_date
       join lateral (select * from material_lots l where l.brand_id = $1 and l.material_id = m.id
           and l.state = 'usable' and l.checked_at is not null and coalesce(l.expires_on, 'infinity') > current_date + 30
         order by l.number limit 1) l on true
       where o.place % 2 = 0
       returning brand_id, order_id, case_sequence, name, lot)
     update order_products p set traceability = taken.name || ' · lot ' || taken.lot from taken
     where p.brand_id = taken.brand_id and p.order_id = taken.order_id and p.case_sequence = taken.case_sequence`,
    [brandId, JSON.stringify(materials)],
  )
}

/** One of two that have their lots was looked at, and waits for its signature. */
const checkRelease = (client: pg.ClientBase, { brandId, team: { bench } }: Laboratory) =>
  client.query(
    `insert into release_checks (brand_id, practice_id, order_id, version, points, checked_by, checked_by_name, checked_at)
     select $1, practice_id, id, 1, $4::release_point[], $2, $3, now() - interval '1 hour'
     from (select o.*, row_number() over (order by code) as place from orders o
       where brand_id = $1 and status = 'in_production' and not exists (
         select from order_products p where p.brand_id = $1 and p.order_id = o.id and p.traceability is null)) made
     where place % 2 = 1`,
    [brandId, bench.id, bench.name, [...releasePoints]],
  )

const arrangeRounds = (client: pg.ClientBase, { brandId, language }: Laboratory) =>
  client.query(
    `insert into round_stops (brand_id, practice_id, round, position)
     select $1, id, ($2::text[])[1 + place % 2], 1 + place / 2
     from (select id, (row_number() over (order by postal_code, name) - 1)::int as place from practices
       where brand_id = $1) visited`,
    [brandId, words[language].rounds],
  )

/** Of each practice what came last, received by somebody with a name. */
const handOver = (client: pg.ClientBase, { brandId, language, team }: Laboratory) =>
  client.query(
    `with brought as (
       select distinct on (o.practice_id) o.practice_id, o.id as order_id, e.at, gen_random_uuid() as id
       from orders o join order_events e on e.brand_id = o.brand_id and e.order_id = o.id and e.status = 'delivered'
       where o.brand_id = $1 and o.status = 'delivered' and e.at <= now()
       order by o.practice_id, e.at desc),
     noted as (
       insert into hand_overs (brand_id, practice_id, id, day, outcome, received_by, signature, done_by, done_at)
       select $1, practice_id, id, at::date, 'handed_over',
         ($3::text[])[1 + (row_number() over (order by practice_id))::int % cardinality($3::text[])],
         'M20 60L40 20L60 60L80 24L96 58L130 30L180 44', $2, at
       from brought returning id)
     insert into handed_cases (brand_id, practice_id, order_id, hand_over_id)
     select $1, practice_id, order_id, brought.id from brought join noted using (id)`,
    [brandId, team.driver.id, words[language].receivers],
  )

/** One wish to answer, of work that is being made: a working day before its patient. */
const askEarlier = (client: pg.ClientBase, { brandId, language, today }: Laboratory) =>
  client.query(
    `insert into order_requests (brand_id, practice_id, order_id, kind, wished_on, words, asked_by, asked_at)
     select $1, practice_id, id, 'earlier', wished.day, $3, ordered_by, now() - interval '5 hours'
     from orders, lateral (
       select max(day)::date as day from generate_series($2::date, delivery_on - 1, '1 day') day
       where extract(isodow from day) < 6 and (appointment_at is null or day < appointment_at::date)) wished
     where brand_id = $1 and status = 'in_production' and wished.day is not null and ordered_by is not null
     order by delivery_on desc, code limit 1`,
    [brandId, addDays(today, 1), words[language].hurry],
  )

/** The oldest is decided, the others wait. */
const decideComplaints = (client: pg.ClientBase, { brandId, language, team: { bench } }: Laboratory) =>
  client.query(
    `insert into complaint_decisions (brand_id, practice_id, problem_id, is_serious, cause, note, decided_by, decided_by_name, decided_at)
     select $1, practice_id, id, false, 'impression', $4, $2, $3, least(now(), reported_at + interval '1 day')
     from order_problems where brand_id = $1 order by reported_at, id limit 1`,
    [brandId, bench.id, bench.name, words[language].cause],
  )
