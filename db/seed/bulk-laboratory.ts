import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { insertRows } from './insert-rows.ts'
import { firstNames, lastNames } from './people.ts'
import { Random } from './random.ts'
import { makeWork } from './works.ts'

export type BulkLaboratory = {
  number: number
  cases: number
  practices: number
  /** Its first practice then has exactly 500 cases, where there are as many. */
  hasPracticeOf500: boolean
  passwordHash: string
}

/** Different works to draw from: enough that neither the planner nor the cache is fooled. */
const works = 500

/** One laboratory in one transaction, its rows made inside the database. */
export async function insertBulkLaboratory(client: pg.Client, laboratory: BulkLaboratory): Promise<void> {
  const brandId = randomUUID()
  await client.query('begin')
  try {
    await client.query("set local synchronous_commit = off; set local work_mem = '128MB'; set local changes.quiet = on")
    await client.query('select tenant.set_context($1, null, null)', [brandId])
    await insertBrand(client, brandId, laboratory.number)
    await insertPractices(client, brandId, laboratory)
    await makeWorks(client, laboratory.number)
    await drawCases(client, brandId, laboratory)
    await insertCases(client, brandId)
    await insertDays(client, brandId)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

async function insertBrand(client: pg.Client, brandId: string, number: number) {
  const padded = String(number).padStart(2, '0')
  await insertRows(client, 'brands', [
    {
      id: brandId,
      company_name: `Laboratoire ${padded}`,
      client_service_phone: '01 99 00 00 00',
      delivery_time_information: {
        version: 1,
        defaultLanguage: 'fr',
        content: { fr: { title: 'Délais', sections: [] } },
      },
      time_zone: 'Europe/Paris',
      default_language: 'fr',
      primary_color: '#006d6f',
      primary_foreground_color: '#ffffff',
      secondary_color: '#e4f1f1',
      secondary_foreground_color: '#0b4f50',
      card_foreground_color: '#17212b',
      ring_color: '#2a9d9f',
      border_color: '#dde3e6',
      allowed_origins: [],
      created_at: new Date(),
    },
  ])
  await insertRows(client, 'brand_hosts', [{ brand_id: brandId, host: `bulk-${padded}.localhost` }])
}

async function insertPractices(client: pg.Client, brandId: string, { practices, passwordHash }: BulkLaboratory) {
  await client.query(
    `create temp table bulk_practice on commit drop as
     select number::int, gen_random_uuid() as id from generate_series(1, $1::int) number`,
    [practices],
  )
  await client.query(
    `insert into practices (brand_id, id, name, city, phone)
     select $1, id, 'Cabinet n° ' || number, 'Paris', '01 99 00 00 01' from bulk_practice`,
    [brandId],
  )
  await client.query(
    `insert into users (brand_id, practice_id, login, email, title, first_name, last_name, kind, account_type,
       password_hash)
     select $1, id, type || '-' || number, type || '-' || number || '@bulk.example', 'Dr', 'Camille', 'N° ' || number,
       'practice', type::account_type, $2
     from bulk_practice cross join unnest(array['manager', 'doctor']) type`,
    [brandId, passwordHash],
  )
}

async function makeWorks(client: pg.Client, number: number) {
  const random = new Random(`bulk ${number}`)
  const made = Array.from({ length: works }, () => makeWork(random))
  await client.query(`create temp table bulk_work (
    work int primary key, lead_days int, total_cents int, summary_fr text, summary_en text) on commit drop`)
  await insertRows(
    client,
    'bulk_work',
    made.map(({ leadDays, totalCents, summary }, work) => ({
      work,
      lead_days: leadDays,
      total_cents: totalCents,
      summary_fr: summary.fr,
      summary_en: summary.en,
    })),
  )
  await client.query(`create temp table bulk_part (
    work int, case_sequence int, reference text, label_fr text, label_en text, quantity int, material text, shade text,
    teeth tooth[], sector sector) on commit drop`)
  await insertRows(
    client,
    'bulk_part',
    made.flatMap(({ parts }, work) =>
      parts.map(({ product, quantity, teeth, shade, sector }, index) => ({
        work,
        case_sequence: index + 1,
        reference: product.reference,
        label_fr: product.label.fr,
        label_en: product.label.en,
        quantity,
        material: product.material?.name.fr,
        shade,
        teeth,
        sector,
      })),
    ),
  )
  await client.query('analyze bulk_work, bulk_part')
}

/**
 * Two years of cases, oldest first, the practices taking turns as they do in life: a practice's rows lie far apart.
 * What is due in more than a week is registered, in preparation or in production; a few are on hold or late.
 */
async function drawCases(client: pg.Client, brandId: string, { cases, practices, hasPracticeOf500 }: BulkLaboratory) {
  const every = hasPracticeOf500 && practices > 1 && cases >= 1000 ? Math.floor(cases / 500) : 0
  await client.query(
    `create temp table bulk_case on commit drop as
     select drawn.*, new_case_id(drawn.created_on::timestamptz) as id, practice.id as practice_id, doctor.id as doctor_id,
       concat_ws(' ', doctor.title, doctor.first_name, doctor.last_name) as doctor,
       case
         when n % 33 = 0 and delivery_on < current_date then 'cancelled'
         when delivery_on < current_date - 30 then 'invoiced'
         when delivery_on < current_date - (n % 2)::int then 'delivered'
         when n % 17 = 0 then 'on_hold'
         when delivery_on <= current_date + 1 then 'shipped'
         when created_on >= current_date - 1 then 'registered'
         when created_on >= current_date - 3 then 'in_preparation'
         else 'in_production'
       end::order_status as status
     from (
       select n, bulk_work.work, total_cents, summary_fr, summary_en, created_on,
         created_on + lead_days + 2 + (lead_days / 5) * 2 + case when n % 11 = 0 then 3 else 0 end as delivery_on,
         case when n % 11 = 0 then 3 else 0 end as delay_days,
         case
           when $3::int > 0 and n % $3::int = 0 and n / $3::int <= 500 then 1
           when $3::int > 0 then 2 + mixed % ($2::int - 1)
           else 1 + mixed % $2::int
         end as practice
       from (
         -- Mixed, or whatever else follows from the number would be the same for all cases of a practice.
         select n, hashint4(n) & 2147483647 as mixed,
           current_date - ((($1::bigint - n) * 730) / $1)::int as created_on
         from generate_series(1, $1::int) n
       ) aged
       join bulk_work on bulk_work.work = (n::bigint * 7919) % ${works}
     ) drawn
     join bulk_practice practice on practice.number = drawn.practice
     join users doctor on doctor.brand_id = $4 and doctor.practice_id = practice.id and doctor.account_type = 'doctor'
     order by n`,
    [cases, practices, every, brandId],
  )
}

/** `bulk_case` is read in the order in which it was made, so that rows lie as they would have come in. */
async function insertCases(client: pg.Client, brandId: string) {
  await client.query(
    `insert into orders (brand_id, id, practice_id, code, patient, patient_code, status, print_type, wished_on,
       delivery_on, first_delivery_on, is_delivery_confirmed, appointment_at, hold_reason, held_from, carrier, total_cents,
       ordered_by, prescriber_id, prescriber, created_at, summary_fr, summary_en)
     select $1, id, practice_id, 'T-' || to_char(created_on, 'YY') || '-' || lpad(n::text, 6, '0'),
       case when n % 10 < 7 then ($2::text[])[1 + n % cardinality($2)] || ' ' ||
         ($3::text[])[1 + (n::bigint * 104729) % cardinality($3)] end,
       'P-' || lpad((n % 9973)::text, 4, '0'), status,
       (case when n % 5 < 2 then 'physical' else 'optical' end)::print_type,
       case when n % 3 > 0 then delivery_on end, delivery_on, delivery_on - delay_days,
       status <> 'registered',
       case when n % 8 > 0 then (delivery_on + (n % 4)) + make_interval(hours => 8 + n % 9, mins => n % 4 * 15) end,
       case when status = 'on_hold' then 'technical_response'::hold_reason end,
       case when status = 'on_hold' then 'in_preparation'::order_status end,
       case when status in ('shipped', 'delivered', 'invoiced') then 'Coursier du laboratoire' end,
       total_cents, doctor_id, doctor_id, doctor, created_on + interval '10 hours', summary_fr, summary_en
     from bulk_case`,
    [brandId, firstNames, lastNames],
  )
  await client.query(
    `insert into order_products (brand_id, practice_id, order_id, case_sequence, reference, label_fr, label_en, quantity,
       traceability, shade, teeth, sector)
     select $1, practice_id, id, case_sequence, reference, label_fr, label_en, quantity,
       case when status in ('shipped', 'delivered', 'invoiced') then material || ' · lot ' || n end, shade, teeth, sector
     from bulk_case join bulk_part using (work)`,
    [brandId],
  )
  // Six steps to the invoice; a case that is on hold or cancelled leaves the way after the second.
  await client.query(
    `insert into order_events (brand_id, practice_id, order_id, sequence, status, at)
     select $1, practice_id, id, sequence, step.status::order_status,
       least(
         case sequence
           when 1 then created_on + interval '10 hours'
           when 4 then delivery_on - interval '7 hours'
           when 5 then delivery_on + interval '10 hours'
           when 6 then delivery_on + interval '30 days'
           else created_on + sequence * interval '20 hours'
         end,
         now() - (7 - sequence) * interval '5 minutes')
     from bulk_case
     cross join lateral (values
       (1, 'registered', true),
       (2, 'in_preparation', status <> 'registered'),
       (3, case when status in ('on_hold', 'cancelled') then status::text else 'in_production' end,
         status not in ('registered', 'in_preparation')),
       (4, 'shipped', status in ('shipped', 'delivered', 'invoiced')),
       (5, 'delivered', status in ('delivered', 'invoiced')),
       (6, 'invoiced', status = 'invoiced')
     ) step (sequence, status, is_reached)
     where is_reached`,
    [brandId],
  )
}

/** Over the same two years and two months to come: two pickups a week and four absences a year, and the laboratory's holidays. */
async function insertDays(client: pg.Client, brandId: string) {
  await client.query(
    `insert into rides (brand_id, practice_id, day, shift, status, created_by)
     select $1, practice.id, day, (array['AM', 'PM'])[1 + practice.number % 2]::ride_shift,
       (case when day < current_date then 'picked_up' else 'confirmed' end)::ride_status, doctor.id
     from bulk_practice practice
     join users doctor on doctor.brand_id = $1 and doctor.practice_id = practice.id and doctor.account_type = 'doctor'
     join (select current_date + ahead as day from generate_series(-730, 60) ahead) calendar
       on extract(isodow from day) in (1 + practice.number % 3, 3 + practice.number % 3)`,
    [brandId],
  )
  await client.query(
    `insert into absences (brand_id, practice_id, from_on, to_on, is_delivery_possible)
     select $1, id, from_on, from_on + number % 10, number % 5 = 0
     from bulk_practice
     cross join generate_series(-720, 20, 90) ahead
     cross join lateral (select current_date + ahead + number % 20 as from_on) begun`,
    [brandId],
  )
  await client.query(
    `insert into holidays (brand_id, day, name_fr, name_en)
     select $1, current_date + ahead, 'Fermeture', 'Closed' from generate_series(-720, 60, 40) ahead`,
    [brandId],
  )
}
