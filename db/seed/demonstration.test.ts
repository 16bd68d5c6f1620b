import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { passwordMatches } from '#features/auth/server/password.ts'
import { Storage } from '#kit/server/storage.ts'
import { makeOwnDatabase, type OwnDatabase } from '#test/own-database.ts'
import { catalogueOf } from './catalogue.ts'
import { demonstrationAccounts, demonstrationPassword, seedDemonstration } from './demonstration.ts'

describe('seedDemonstration', () => {
  const folder = mkdtempSync(join(tmpdir(), 'arcade-seeded-'))
  let database: OwnDatabase
  let owner: pg.Client

  beforeAll(async () => {
    database = await makeOwnDatabase()
    // As each start leaves it, see db/installation.ts.
    writeFileSync(join(folder, 'database-id'), 'of the tests')
    await seedDemonstration(database.ownerUrl, new Storage({ folder }))
    owner = new pg.Client({ connectionString: database.ownerUrl })
    await owner.connect()
  })
  afterAll(async () => {
    await owner.end()
    await database.drop()
    rmSync(folder, { recursive: true })
  })

  const brandOf = async (host: string) => {
    const { rows } = await owner.query<{ brand_id: string }>('select brand_id from brand_hosts where host = $1', [host])
    await owner.query('begin')
    await owner.query('select tenant.set_context($1, null, null)', [rows[0]?.brand_id])
  }
  const read = async (host: string, sql: string, values: unknown[] = []) => {
    await brandOf(host)
    const { rows } = await owner.query<Record<string, unknown>>(sql, values)
    await owner.query('commit')
    return rows
  }

  it('makes practices with 2, 40 and 400 cases', async () => {
    const sizes = `select count(*)::int as cases from orders group by practice_id order by cases`
    expect(await read('localhost', sizes)).toEqual([{ cases: 2 }, { cases: 40 }, { cases: 400 }])
    expect(await read('127.0.0.1', sizes)).toHaveLength(3)
    expect(await read('ivoire.localhost', sizes)).toEqual([{ cases: 2 }, { cases: 40 }])
  })

  it('gives every account that it names the password that it names', async () => {
    expect(demonstrationAccounts.map(({ host, login }) => `${login}@${host}`)).toEqual([
      'manager@localhost',
      'doctor@localhost',
      'practice-doctor@localhost',
      'dlcpm@localhost',
      'staff@localhost',
      'production@localhost',
      'accounting@localhost',
      'driver@localhost',
      'manager@ivoire.localhost',
      'doctor@ivoire.localhost',
      'staff@ivoire.localhost',
    ])
    for (const { host, login } of demonstrationAccounts) {
      const [user] = await read(host, 'select password_hash, kind, language from users where login = $1', [login])
      expect(await passwordMatches(demonstrationPassword, user?.password_hash as string)).toBe(true)
      expect(user?.kind === 'staff').toBe(['staff', 'production', 'accounting', 'driver'].includes(login))
      expect(user?.language).toBe(host === 'localhost' ? 'fr' : 'en')
    }
  })

  it('has works at places at the moment, and minutes of what has left', async () => {
    for (const [host, first] of [
      ['localhost', 'Modelage'],
      ['ivoire.localhost', 'Design'],
    ] as const) {
      const [said] = await read(
        host,
        `select (select count(*)::int from stations) as places, (select min(name) from stations where name = $1) as first,
           (select count(*)::int from station_visits where ended_at is null) as there,
           (select count(distinct order_id) > 3 from station_visits where ended_at is not null) as have_left,
           (select count(*)::int from station_visits where ended_at > now()) as to_come`,
        [first],
      )
      expect(said, host).toEqual({ places: 4, first, there: 3, have_left: true, to_come: 0 })
    }
  })

  it('gives each laboratory the whole catalogue, holidays and an address', async () => {
    for (const host of ['localhost', 'ivoire.localhost', 'broken.localhost']) {
      const [told] = await read(
        host,
        `select (select count(distinct reference)::int from products) as products,
           (select string_agg(id, ' ' order by position) from product_families) as families,
           (select count(*)::int from holidays where day between current_date and current_date + 366) as holidays,
           (select count(*)::int from brands where '' in (address, postal_code, city)) as without_address`,
      )
      expect(told?.products).toBe(catalogueOf('email').size)
      expect(told?.families).toBe('fixed removable implant orthosis other')
      expect(told?.holidays).toBeGreaterThanOrEqual(10)
      expect(told?.without_address).toBe(0)
    }
  })

  it('shows what people and the laboratory tell each other, in an order in which it can have happened', async () => {
    for (const host of ['localhost', 'ivoire.localhost']) {
      const [told] = await read(
        host,
        `select (select count(*)::int from order_problems) as problems,
           (select count(*)::int from order_messages where is_from_laboratory) as told,
           (select count(*)::int from order_messages where not is_from_laboratory) as asked,
           (select count(*)::int from order_messages m join orders o on o.id = m.order_id
             where m.created_at < o.created_at or m.created_at > now()) as untimely,
           (select count(*)::int from order_problems p join orders o on o.id = p.order_id
             where p.reported_at < o.created_at or p.reported_at > now()
               or o.status not in ('delivered', 'invoiced')) as impossible`,
      )
      expect(told).toMatchObject({ untimely: 0, impossible: 0 })
      for (const count of ['problems', 'told', 'asked']) expect(told?.[count]).toBeGreaterThan(1)
    }
    const answered = `select hold_answer, (select note from order_events where order_id = orders.id
      order by sequence desc limit 1) as note from orders where hold_answer is not null`
    expect(await read('localhost', answered)).toContainEqual({
      hold_answer: 'go_ahead',
      note: 'Le cabinet demande de continuer.',
    })
  })

  it('makes one case of a practice again, as it was prescribed', async () => {
    for (const host of ['localhost', 'ivoire.localhost']) {
      const remakes = await read(
        host,
        `select o.summary_fr = r.summary_fr and o.patient_code = r.patient_code and o.print_type = r.print_type
             and r.created_at = p.reported_at and o.created_at < r.created_at
             and (select array_agg(row(reference, teeth, pontics, shade, quantity)::text order by case_sequence)
                    from order_products where order_id = o.id)
               = (select array_agg(row(reference, teeth, pontics, shade, quantity)::text order by case_sequence)
                    from order_products where order_id = r.id) as same
         from orders r join orders o on o.id = r.remake_of
         join order_problems p on p.order_id = o.id and p.remake_id = r.id`,
      )
      expect(remakes.length).toBeGreaterThan(0)
      expect(remakes.filter(({ same }) => !same)).toEqual([])
    }
  })

  it('has signed for what left the laboratory with all its lots, and for nothing else', async () => {
    for (const host of ['localhost', 'ivoire.localhost']) {
      const [told] = await read(
        host,
        `select count(*)::int as signed,
           count(*) filter (where o.status not in ('shipped', 'delivered', 'invoiced')
             or exists (select from order_products p where p.order_id = o.id and not exists (
               select from order_product_materials m where m.order_id = o.id and m.case_sequence = p.case_sequence))
             or jsonb_array_length(content -> 'products') = 0 or content ->> 'code' <> o.code
             or kept_until < signed_at + interval '9 years')::int as wrong,
           count(distinct number)::int = count(*)::int as numbered,
           (select sum(last_number)::int from statement_number_counters) = count(*)::int as counted
         from traceability_statements s join orders o on o.id = s.order_id`,
      )
      expect(told).toMatchObject({ wrong: 0, numbered: true, counted: true })
      expect(told?.signed).toBeGreaterThan(10)
    }
  })

  it('names materials in the language of the laboratory', async () => {
    const names = `select name from materials union select material from products where material is not null
      union select name from order_product_materials`
    const french = /alliage|zircone|résine|titane|disilicate de|acier/i
    expect((await read('ivoire.localhost', names)).filter(({ name }) => french.test(name as string))).toEqual([])
    expect((await read('localhost', names)).map(({ name }) => name)).toContain('Zircone multicouche 4Y')
  })

  it('leaves no screen of the console empty', async () => {
    for (const host of ['localhost', 'ivoire.localhost']) {
      const [told] = await read(
        host,
        `select (select count(distinct technician_id is null)::int from orders
            where status in ('in_preparation', 'in_production', 'on_hold')) as given_or_not,
           exists (select from order_product_materials m join material_lots l on l.id = m.lot_id) as lots,
           exists (select from release_checks) as checked,
           exists (select from hand_overs h join handed_cases c on c.hand_over_id = h.id) as brought,
           (select count(*)::int from round_stops) = (select count(*)::int from practices) as rounds,
           -- What names no carrier the laboratory's own driver brings.
           exists (select from orders where status = 'shipped' and carrier is null) as carried,
           exists (select from orders o where comment ~ 'photo' and not exists (
             select from attachments a where a.order_id = o.id)) as promised,
           exists (select from order_requests where state = 'open') as asked,
           exists (select from complaint_decisions) as decided,
           exists (select from order_problems p where not exists (
             select from complaint_decisions d where d.problem_id = p.id)) as undecided,
           (select count(*)::int from order_events e join orders o on o.id = e.order_id
             where e.status not in ('registered', 'cancelled') and e.author_id is null and o.ordered_by is not null) as nameless`,
      )
      expect(told).toEqual({
        given_or_not: 2,
        lots: true,
        checked: true,
        carried: true,
        promised: false,
        brought: true,
        rounds: true,
        asked: true,
        decided: true,
        undecided: true,
        nameless: 0,
      })
    }
  })

  it('has pieces of all five types, in all eight statuses, whose numbers and sums are right', async () => {
    const [told] = await read(
      'localhost',
      `select (select count(distinct type)::int from invoices) as types,
         (select count(distinct status)::int from invoices) as statuses,
         (select count(*)::int from (select from invoices group by type, year having max(number) <> count(*)) gaps) as gaps,
         (select count(*)::int from invoices where issued_on > current_date) as early,
         (select count(*)::int from invoices i where i.amount_cents <> 0 and i.status = 'paid' and not exists (
           select from allocations a where a.debit_id = i.id)) as unpaid,
         (select sum(amount_cents) = sum(due_cents) from invoices where type <> 'pro_forma') as agree,
         (select count(*)::int from orders o where o.status = 'invoiced' and not exists (
           select from invoice_orders b where b.order_id = o.id and b.is_current)) as unbilled,
         (select count(*) > 1 from invoices i where (
           select count(*) from invoice_taxes t where t.invoice_id = i.id) = 2) as mixed,
         (select count(*)::int from invoices i where i.type in ('invoice', 'pro_forma', 'credit') and not exists (
           select from invoice_lines l where l.invoice_id = i.id)) as empty`,
    )
    expect(told).toEqual({
      types: 5,
      statuses: 8,
      gaps: 0,
      early: 0,
      unpaid: 0,
      agree: true,
      unbilled: 0,
      mixed: true,
      empty: 0,
    })
  })

  it('has been paid something these last 30 days by the practice that its accounts are of', async () => {
    for (const [host, login] of [
      ['localhost', 'manager'],
      ['ivoire.localhost', 'manager'],
    ] as const) {
      const paid = await read(
        host,
        `select 1 from payments p join users u on u.practice_id = p.practice_id
         where u.login = $1 and p.status = 'succeeded' and p.settled_at > now() - interval '30 days' and p.settled_at < now()`,
        [login],
      )
      expect(paid.length).toBeGreaterThan(0)
    }
  })

  it('has both arches of each case under way that was scanned, and none where an impression was taken', async () => {
    for (const host of ['localhost', 'ivoire.localhost']) {
      const told = await read(
        host,
        `select distinct o.print_type as print, scans.roles
         from orders o, lateral (select array_agg(a.role::text order by a.role) as roles from attachments a
           where a.order_id = o.id and a.type = 'stl') scans
         where o.status not in ('delivered', 'invoiced', 'cancelled') and o.ordered_by is not null and o.remake_of is null
         order by 1`,
      )
      expect(told).toEqual([
        { print: 'optical', roles: ['upper', 'lower'] },
        { print: 'physical', roles: null },
      ])
    }
  })

  it('has prices and lead times of each laboratory, and of each time', async () => {
    const crown = `select version, lead_days, price_cents from products where reference = 'FIX-101' order by version`
    expect(await read('localhost', crown)).toEqual([
      { version: 1, lead_days: 6, price_cents: 13_900 },
      { version: 2, lead_days: 5, price_cents: 14_900 },
    ])
    expect(await read('ivoire.localhost', crown)).toMatchObject([{}, { version: 2, lead_days: 4, price_cents: 16_100 }])
  })

  it('keeps for each case the version that was ordered', async () => {
    const wrong = await read(
      'localhost',
      `select 1 from order_products
       join orders on orders.id = order_id
       left join products ordered using (reference)
       where ordered.version = product_version
         and exists (select 1 from products later where later.reference = ordered.reference
           and later.version > ordered.version and later.created_at < orders.created_at - interval '1 day')
       union all select 1 from order_products where product_version is null`,
    )
    expect(wrong).toEqual([])
    const versions = `select distinct product_version from order_products where reference = 'FIX-101' order by 1`
    expect(await read('localhost', versions)).toEqual([{ product_version: 1 }, { product_version: 2 }])
  })

  it('has practices on different rounds, with absences before and after today', async () => {
    const rounds = await read('localhost', 'select distinct delivery_days::text from practices')
    expect(rounds).toHaveLength(3)
    const [told] = await read(
      'localhost',
      `select bool_or(to_on < current_date) as past, bool_or(from_on > current_date) as coming,
         bool_or(is_delivery_possible) as taken_in from absences`,
    )
    expect(told).toEqual({ past: true, coming: true, taken_in: true })
  })

  it('offers supplies with and without a choice of quantities, and shows requests in every state', async () => {
    for (const host of ['localhost', 'ivoire.localhost']) {
      const [told] = await read(
        host,
        `select (select count(*)::int from supplies where options <> '{}') as chosen,
           (select count(*)::int from supplies where options = '{}') as single,
           (select array_agg(distinct status::text order by status::text) from supply_orders) as states,
           (select count(*)::int from supply_orders where created_at > now()) as early,
           (select count(*)::int from supply_orders o where not exists (
             select from supply_order_lines l where l.supply_order_id = o.id)) as empty`,
      )
      expect(told).toMatchObject({ states: ['cancelled', 'prepared', 'requested', 'sent'], early: 0, empty: 0 })
      expect(told?.chosen).toBeGreaterThan(7)
      expect(told?.single).toBeGreaterThan(0)
    }
  })

  it('has pickups behind and to come, on days on which a driver goes round, asked for by someone of the practice', async () => {
    for (const host of ['localhost', 'ivoire.localhost']) {
      const coming = `select status from rides where day > current_date order by day, shift limit 1`
      expect(await read(host, coming)).toEqual([{ status: 'confirmed' }])
      const [told] = await read(
        host,
        `select array_agg(distinct r.status::text order by r.status::text) as states,
           count(*) filter (where extract(isodow from day) > 5 or exists (select from holidays h where h.day = r.day)
             or exists (select from absences a where a.practice_id = r.practice_id and r.day between from_on and to_on)
             or u.practice_id <> r.practice_id or r.created_at > now()
             or (r.status = 'picked_up' and (r.status_at at time zone 'Europe/Paris')::date is distinct from r.day))::int as wrong
         from rides r join users u on u.id = r.created_by`,
      )
      expect(told).toEqual({ states: ['cancelled', 'confirmed', 'picked_up', 'requested'], wrong: 0 })
    }
  })

  it('closes the asking for pickups when the delivery times say so', async () => {
    const cutOffs = `select pickup_am_cutoff::text as am, pickup_pm_cutoff::text as pm from brands`
    expect(await read('localhost', cutOffs)).toEqual([{ am: '08:00:00', pm: '13:00:00' }])
    expect(await read('ivoire.localhost', cutOffs)).toEqual([{ am: '08:30:00', pm: '12:00:00' }])
  })

  it('gives each laboratory a logo and a favicon', async () => {
    for (const host of ['localhost', 'ivoire.localhost'])
      expect(await read(host, 'select purpose, name from brand_images order by purpose')).toMatchObject([
        { purpose: 'logo' },
        { purpose: 'favicon' },
      ])
  })

  it('tells delivery times as an object, as text, and wrongly', async () => {
    const kind = async (host: string) =>
      (await read(host, 'select jsonb_typeof(delivery_time_information) as kind from brands'))[0]?.kind
    expect(await kind('localhost')).toBe('object')
    expect(await kind('ivoire.localhost')).toBe('string')
    expect(
      await read(
        'broken.localhost',
        `select delivery_time_information #> '{content,fr,sections,0,rows,1}' as row from brands`,
      ),
    ).toEqual([{ row: ['Bridge'] }])
  })
})
