// Laboratories for `npm run bench:staff`: ten thousand cases in one database and a million in another, of one cluster outside
// the checkout, each in two shapes. With BENCH_DATA_DIR what was filled is kept for the next run.
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { type AppSettings, createApp } from '#app/server/api.ts'
import { declaredJobs } from '#app/server/jobs.ts'
import { migrate } from '#db/migrate.ts'
import { settleQueues } from '#db/queues.ts'
import { countMonths } from '#features/figures/server/count-months.ts'
import { startEmbeddedPostgres } from '#kit/server/embedded-postgres.ts'
import { AccessTokens } from '#tenancy/server/access-token.ts'
import { makeWith } from '../test/make.ts'
import { newDataFolder } from '../test/running-app.ts'
import { processorTimeOfDatabase } from './processor-time.ts'

/**
 * `years`: one that takes in 274 cases a day, after five weeks or after ten years; what is in progress came in within the
 * last weeks. `open`: nothing has ever left, which no laboratory lives to see, and nothing can be worse.
 */
type Shape = 'years' | 'open'
/** Both, unless one is named. */
export const shapes = (['years', 'open'] as const).filter(shape => (process.env.BENCH_SHAPE ?? shape) === shape)

const ofPractice = 500
const aDay = 274
/** Of so many that came last every problem waits for an answer, so that a page of them is as long here as there. */
const unanswered = 3_000
/** More than what is filled has. */
const monthsAtMost = 200
const practicesOfYears = 2_000
const appSecret = 'a secret for measurements only, long enough'

/** Ids of what is asked for. */
type Filled = Record<'id' | 'host' | 'staff' | 'technician' | 'practice' | 'family' | 'lot' | 'case', string>
export type Laboratory = Filled & {
  app: ReturnType<typeof createApp>
  signIn: () => Promise<string>
  worked: () => number
}

export async function openLaboratories(counts: readonly number[], say: (sentence: string) => void) {
  const data = keptFolder(process.env.BENCH_DATA_DIR) ?? newDataFolder()
  const postgres = await startEmbeddedPostgres(join(data.path, 'database'), { say })
  const closing: (() => Promise<void>)[] = []

  async function open(count: number): Promise<Record<Shape, Laboratory>> {
    const database = `cases_${count}`
    const of = (url: string) => url.replace(/\/\w+$/, `/${database}`)
    await createIfMissing(postgres.adminUrl, database)
    await migrate({ ownerUrl: of(postgres.ownerUrl), appSecret })
    await settleQueues(of(postgres.ownerUrl), declaredJobs)
    const owner = new pg.Pool({ connectionString: of(postgres.ownerUrl), max: 1 })
    const admin = new pg.Client(of(postgres.adminUrl))
    await admin.connect()
    const settings: AppSettings = {
      databaseUrl: of(postgres.appUrl),
      jobsUrl: of(postgres.jobsUrl),
      appSecret,
      trustedProxies: 0,
      webRoot: join(import.meta.dirname, '../test/fixtures/web'),
      logLevel: 'silent',
      files: { storage: { folder: join(data.path, 'files') }, passage: join(data.path, 'passage') },
    }
    const app = createApp(settings)
    closing.push(async () => {
      await app.close()
      await Promise.all([owner.end(), admin.end()])
    })
    const found = {} as Record<Shape, Laboratory>
    for (const shape of shapes) {
      const there = await find(admin, shape)
      if (!there) say(`Filling ${count} cases (${shape}) …`)
      const filled = there ?? (await fill(owner, admin, shape, count))
      found[shape] = {
        app,
        ...filled,
        signIn: () => signIn(admin, filled),
        worked: () => processorTimeOfDatabase(join(postgres.folder, 'cluster'), 'arcade_app', database),
      }
    }
    await admin.query('vacuum (analyze)')
    const startedAt = performance.now()
    await countMonths(app.api.services.database, undefined, { most: monthsAtMost })
    say(`Months counted in ${Math.round(performance.now() - startedAt)} ms.`)
    await admin.query('vacuum (analyze) figure_months, figure_marks')
    return found
  }

  return {
    laboratories: await inTurns(counts, open),
    async close() {
      for (const end of closing) await end()
      await postgres.stop()
      data.remove()
    },
  }
}

async function inTurns<T, R>(of: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = []
  for (const one of of) done.push(await work(one))
  return done
}

function keptFolder(named: string | undefined) {
  if (!named) return
  const path = resolve(named)
  mkdirSync(path, { recursive: true })
  chmodSync(path, 0o755)
  return { path, remove: () => undefined }
}

async function createIfMissing(adminUrl: string, database: string) {
  const client = new pg.Client(adminUrl)
  await client.connect()
  const { rowCount } = await client.query('select from pg_database where datname = $1', [database])
  if (rowCount === 0) await client.query(`create database ${database} owner arcade_owner`)
  await client.end()
}

async function signIn(admin: pg.Client, { id, staff }: Filled): Promise<string> {
  const { rows } = await admin.query<{ id: string }>(
    'insert into sessions (brand_id, user_id, refresh_seed) values ($1, $2, $3) returning id',
    [id, staff, randomBytes(32)],
  )
  return new AccessTokens({ appSecret }).sign({ brandId: id, sessionId: rows[0]?.id ?? '' }, { id: staff })
}

const nameOf = (shape: Shape) => `Laboratoire ${shape}`

/** What an earlier run has filled. */
async function find(admin: pg.Client, shape: Shape): Promise<Filled | undefined> {
  const { rows } = await admin.query<Filled>(
    `select b.id, h.host, u.id as staff, t.id as technician,
       (select id from practices p where p.brand_id = b.id order by name limit 1) as practice,
       (select id from product_families f where f.brand_id = b.id order by id limit 1) as family,
       (select id from material_lots l where l.brand_id = b.id order by number limit 1) as lot,
       -- Of those without a sheet: what the others have signed is no statement.
       (select id from orders o where o.brand_id = b.id and code = 'T-0000050') as case
     from brands b join brand_hosts h on h.brand_id = b.id
     join users u on u.brand_id = b.id and u.role = 'administrator'
     join users t on t.brand_id = b.id and t.role = 'production' where b.company_name = $1 and exists (select from orders o where o.brand_id = b.id)`,
    [nameOf(shape)],
  )
  return rows[0]
}

/** Without the triggers, which would tell of each row: what it looks like is all that matters here. */
async function fill(owner: pg.Pool, admin: pg.Client, shape: Shape, count: number): Promise<Filled> {
  const make = makeWith(owner)
  const laboratory = await make.laboratory({ company_name: nameOf(shape) })
  const staff = await make.user(laboratory)
  const technician = await make.user(laboratory, { role: 'production' })
  await admin.query('begin')
  await admin.query("set local session_replication_role = replica; set local work_mem = '256MB'")
  const values = {
    lab: laboratory.id,
    count,
    staff: staff.id,
    technician: technician.id,
    shape,
    practices: shape === 'years' ? practicesOfYears : Math.round(count / ofPractice),
    day: aDay,
    unanswered,
  }
  for (const statement of filling) {
    const names = Object.keys(values).filter(name => placeOf(name).test(statement))
    const text = names.reduce((sql, name, index) => sql.replaceAll(placeOf(name), `$${index + 1}`), statement)
    await admin.query(
      text,
      names.map(name => Reflect.get(values, name)),
    )
  }
  await admin.query('commit')
  const filled = await find(admin, shape)
  if (!filled) throw new Error('What was filled is not there.')
  return filled
}

/** `:name`, and no cast. */
const placeOf = (name: string) => new RegExp(`(?<!:):${name}\\b`, 'g')

const hashed = (of: string) => `(hashint4(${of}) & 2147483647)`

/** Each with `:lab`, `:count` and the like; `made` is what all others follow. */
const filling = [
  `create temp table place on commit drop as
   select nth::int, gen_random_uuid() as id, gen_random_uuid() as user_id from generate_series(1, :practices::int) nth`,
  `insert into practices (brand_id, id, name, postal_code, city)
   select :lab::uuid, id, 'Cabinet ' || lpad(nth::text, 5, '0'), lpad((nth % 95000)::text, 5, '0'), 'Paris' from place`,
  `insert into users (brand_id, id, practice_id, login, email, title, first_name, last_name, kind, account_type)
   select :lab::uuid, user_id, id, 'practice-' || nth, 'practice-' || nth || '@example.test', 'Dr', 'Camille', 'N° ' || nth,
     'practice', 'manager' from place`,
  `insert into product_families (brand_id, id, position, name_fr, name_en)
   select :lab::uuid, 'family_' || n, n, 'Famille ' || n, 'Family ' || n from generate_series(1, 20) n`,
  `insert into products (brand_id, reference, version, family, position, label_fr, label_en, name_one_fr, name_many_fr,
     name_one_en, name_many_en, lead_days, tooth_need, sector_need, shade_need, implant_need, vat, price_cents)
   select :lab::uuid, 'P-' || n, 1, 'family_' || 1 + n % 20, n, 'Couronne ' || n, 'Crown ' || n, 'couronne', 'couronnes',
     'crown', 'crowns', 8, 'required', 'none', 'optional', 'none', 'exempt', 9000 + n from generate_series(1, 300) n`,
  `insert into materials (brand_id, name, maker, kind) select :lab::uuid, 'Zircone ' || n, 'Fabricant', 'ceramic'
   from generate_series(1, 20) n`,
  // As many cases have one of them here as there, one after the other, and as many are not used up.
  `insert into material_lots (brand_id, material_id, number, arrived_on, checked_by, checked_by_name, checked_at, state)
   select :lab::uuid, m.id, 'LOT-' || lpad(n::text, 6, '0'), current_date - 3000, :staff::uuid, 'Claire Martin', now(),
     case when n > :count::int / 100 - 100 then 'usable' else 'used_up' end::lot_state
   from generate_series(1, :count::int / 100) n
   join (select id, row_number() over (order by name) as place from materials where brand_id = :lab::uuid) m
     on m.place = 1 + n % 20`,
  `create temp table made on commit drop as
   -- As the database makes them: by when they were ordered.
   select n::int, new_case_id(least((day - 8)::timestamptz, now())) as id, place.id as practice_id, place.user_id, day, status,
     case when n % 50 = 0 then :technician::uuid end as technician_id, n % 100 = 0 as is_reported,
     n % 2000 > 0 and n <= :count::int - :unanswered::int as is_answered
   from generate_series(1, :count::int) n
   -- The first practice has as many cases here as there: whoever looks at it reads as many.
   join place on nth = case when ${hashed('n + 4')} % (:count::int / 500) = 0 then 1
     else 2 + ${hashed('n')} % (:practices::int - 1) end
   cross join lateral (select case :shape::text when 'years'
     then current_date + 10 - (:count::int - n) / :day::int
     else current_date - 5 + ${hashed('n + 1')} % 60 end as day) aged
   cross join lateral (select case
     when :shape::text = 'open' then
       (array['registered', 'in_preparation', 'in_production', 'on_hold', 'shipped'])[1 + ${hashed('n + 2')} % 5]
     when day < current_date - 30 then case when n % 40 = 0 then 'cancelled' else 'invoiced' end
     when day < current_date - 1 then 'delivered'
     when n % 20 = 0 then 'on_hold'
     when day < current_date + 1 then 'shipped'
     when day > current_date + 7 then 'registered'
     when n % 2 = 0 then 'in_preparation'
     else 'in_production' end::order_status as status) stood
   order by n`,
  `insert into orders (brand_id, id, practice_id, code, patient, patient_code, status, print_type, delivery_on,
     first_delivery_on, appointment_at, created_at, summary_fr, summary_en, hold_reason, held_from, hold_answer,
     hold_answered_at, technician_id, ordered_by, total_cents, is_signed, problem_states)
   select :lab::uuid, id, practice_id, 'T-' || lpad(n::text, 7, '0'), 'Zoé ' || n, 'P-' || n % 9973, status,
     case when n % 5 = 0 then 'physical' else 'optical' end::print_type, day, day, (day + 2)::timestamptz,
     least((day - 8)::timestamptz, now()), 'Couronne zircone 26', 'Zirconia crown 26',
     case when status = 'on_hold' then 'other'::hold_reason end,
     case when status = 'on_hold' then 'in_preparation'::order_status end,
     case when status = 'on_hold' and n % 3 = 0 then 'go_ahead'::hold_answer end,
     case when status = 'on_hold' and n % 3 = 0 then now() end, technician_id, user_id, 9000,
     status in ('shipped', 'delivered', 'invoiced') and n % 50 > 0,
     case when is_reported then array[case when is_answered then 'answered' else 'open' end] else '{}' end::problem_state[]
   from made order by n`,
  `insert into order_products (brand_id, practice_id, order_id, case_sequence, reference, product_version, label_fr,
     label_en, quantity, teeth, own_price_cents, own_vat)
   select :lab::uuid, practice_id, id, 1, 'P-' || 1 + ${hashed('n + 3')} % 300, 1, 'Couronne', 'Crown', 1, '{26}', 9000,
     'exempt' from made order by n`,
  `insert into order_events (brand_id, practice_id, order_id, sequence, kind, status, at, author_id)
   select :lab::uuid, practice_id, id, sequence, 'step', reached, at, case when sequence = 1 then user_id else :staff::uuid end
   from made cross join lateral (values
     (1, 'registered'::order_status, least((day - 8)::timestamptz, now()), true),
     (2, case when status in ('on_hold', 'cancelled') then status else 'in_preparation' end,
       least((day - 6)::timestamptz, now()), status <> 'registered'),
     (3, 'shipped', least((day - 1)::timestamptz, now()), status in ('shipped', 'delivered', 'invoiced')),
     (4, 'delivered', least((day + (n % 10 = 0)::int)::timestamptz + interval '10 hours', now()),
       status in ('delivered', 'invoiced'))
   ) step (sequence, reached, at, is_reached) where is_reached order by n`,
  `insert into order_messages (brand_id, practice_id, order_id, author_id, is_from_laboratory, body, created_at)
   select :lab::uuid, practice_id, id, case when said = 2 then :staff::uuid else user_id end, said = 2, 'Bonjour',
     least((day - 5)::timestamptz, now() - interval '1 hour') + said * interval '30 minutes'
   from made cross join generate_series(1, 2) said where n % 20 = 0 and (said = 1 or n % 400 > 0) order by n`,
  `insert into order_problems (brand_id, practice_id, order_id, kind, description, reported_by, reported_at, answer,
     answered_by, answered_at, is_decided)
   select :lab::uuid, practice_id, id, 'fit', 'Contact trop fort', user_id, least((day + 3)::timestamptz, now()),
     case when is_answered then 'Refaite' end, case when is_answered then :staff::uuid end,
     case when is_answered then now() end, is_answered
   from made where is_reported order by n`,
  `insert into complaint_decisions (brand_id, practice_id, problem_id, is_serious, cause, decided_by, decided_by_name)
   select :lab::uuid, practice_id, id, false, 'fitting', :staff::uuid, 'Claire Martin' from order_problems
   where brand_id = :lab::uuid and answer is not null`,
  `insert into order_requests (brand_id, practice_id, order_id, kind, wished_on, asked_by, asked_at, state, granted_on,
     decided_by, decided_at)
   select :lab::uuid, practice_id, id, 'earlier', day - 1, user_id, least((day - 4)::timestamptz, now()),
     case when is_open then 'open' else 'granted' end::request_state, case when not is_open then day - 1 end,
     case when not is_open then :staff::uuid end, case when not is_open then now() end
   from made cross join lateral (select n % 500 = 0 and status in ('registered', 'in_preparation', 'in_production') as is_open) asked
   where n % 100 = 0 order by n`,
  `insert into order_product_materials (brand_id, practice_id, order_id, case_sequence, position, name, maker, lot, lot_id,
     used_at)
   select :lab::uuid, practice_id, made.id, 1, 1, 'Zircone', 'Fabricant', l.number, l.id, day::timestamptz
   from made join (select id, number, row_number() over (order by number) as place from material_lots
     where brand_id = :lab::uuid) l on l.place = 1 + (made.n - 1) / 100
   order by made.n`,
  `insert into traceability_statements (brand_id, practice_id, order_id, version, number, content, signed_by,
     signed_by_name, signed_at, kept_until)
   select :lab::uuid, practice_id, id, 1, 'D-' || n, '{"works": []}', :staff::uuid, 'Claire Martin',
     least((day - 1)::timestamptz, now()), day + 3650
   from made where status in ('shipped', 'delivered', 'invoiced') and n % 50 > 0 order by n`,
  `insert into audit_events (brand_id, at, user_id, kind, request_id, order_id, route, position, hash)
   select :lab::uuid, least((day - 8)::timestamptz, now()), case when n % 3 = 0 then :staff::uuid else user_id end,
     case n % 4 when 0 then 'order_created' when 1 then 'case_viewed' when 2 then 'order_status_changed'
       else 'files_viewed' end::audit_kind, 'bench', id,
     case when n % 2 = 1 then 'GET /api/orders/:id' end, n, sha256(int4send(n))
   from made order by n`,
  `insert into audit_heads (brand_id, position, hash) values (:lab::uuid, :count::bigint, sha256(int4send(:count::int)))
   on conflict (brand_id) do update set position = excluded.position, hash = excluded.hash`,
  `insert into rides (brand_id, practice_id, day, shift, status, created_by)
   select :lab::uuid, id, current_date + ahead, case when nth % 2 = 0 then 'AM' else 'PM' end::ride_shift,
     case when ahead < 0 then 'picked_up' when nth % 3 = 0 then 'requested' else 'confirmed' end::ride_status, user_id
   from place cross join generate_series(-700, 35, 7) ahead`,
]
