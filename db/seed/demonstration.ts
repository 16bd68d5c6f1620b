import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import { fullName } from '#features/account/rules.ts'
import { hashPassword } from '#features/auth/server/password.ts'
import { dayInZone } from '#kit/day.ts'
import { newClient } from '#kit/server/postgres-client.ts'
import type { Storage } from '#kit/server/storage.ts'
import { insertAccountChange } from './account-changes.ts'
import { insertAttachments } from './attachments.ts'
import { absenceRows, holidaysAround } from './calendar.ts'
import { catalogueOf } from './catalogue.ts'
import { insertCorrespondence, makeRemakes } from './correspondence.ts'
import { cutOffColumns } from './delivery-times.ts'
import { type DemonstrationCase, makeCases } from './demonstration-cases.ts'
import { insertCatalogue } from './demonstration-catalogue.ts'
import { insertDaily } from './demonstration-daily.ts'
import { insertFeedback, ownFeedbackWidget } from './feedback.ts'
import { insertRows } from './insert-rows.ts'
import { insertInvoices } from './invoices.ts'
import { type LaboratorySeed, laboratories } from './laboratories.ts'
import { insertPaperwork } from './paperwork.ts'
import { insertPlaces } from './places.ts'
import { practiceDays } from './practice-days.ts'
import { Random } from './random.ts'
import { insertRegister } from './register.ts'
import { insertStaffWork, type Team } from './staff-work.ts'
import { insertSupplies } from './supplies.ts'

export const demonstrationPassword = 'Demo-portal-2026!'

/** What the start prints: one line for each account that is there to be tried. */
export const demonstrationAccounts = laboratories.flatMap(({ hosts, practices, staff }) =>
  [...practices.flatMap(({ users }) => users), ...staff].flatMap(({ login, note }) =>
    note ? [{ host: hosts[0] ?? '', login, note }] : [],
  ),
)

/** The same in every database. */
const idOf = ({ key }: LaboratorySeed) => new Random(key).uuid()
export const demonstrationLaboratories = laboratories.map(idOf)

const timeZone = 'Europe/Paris'

/** With files where there is a place for them. All of it or nothing: a start that is cut short finds an empty database again. */
export async function seedDemonstration(ownerUrl: string, storage?: Storage): Promise<void> {
  const client = newClient(ownerUrl)
  await client.connect()
  try {
    await client.query('begin')
    // Nobody is told of what has happened before there was anybody.
    await client.query('set local changes.quiet = on')
    for (const laboratory of laboratories) {
      await insertLaboratory(client, laboratory, storage)
      // What is judged at the end is seen in the context of its laboratory alone.
      await client.query('set constraints all immediate; set constraints all deferred')
    }
    await client.query('commit')
    await client.query('analyze brands, brand_hosts, practices, users, products, orders, order_products, order_events')
  } finally {
    await client.end()
  }
}

async function insertLaboratory(client: pg.Client, laboratory: LaboratorySeed, storage: Storage | undefined) {
  const random = new Random(laboratory.key)
  const brand_id = random.uuid()
  const { language } = laboratory
  // Row-level security is forced on the owner too.
  await client.query('select tenant.set_context($1, null, null)', [brand_id])
  await insertRows(client, 'brands', [
    {
      id: brand_id,
      company_name: laboratory.companyName,
      client_service_phone: laboratory.phone,
      address: laboratory.address,
      postal_code: laboratory.postalCode,
      city: laboratory.city,
      country_code: 'FR',
      delivery_time_information: laboratory.deliveryTimeInformation,
      feedback_widget_url: ownFeedbackWidget,
      ...cutOffColumns(laboratory.cutOffs),
      time_zone: timeZone,
      default_language: language,
      ...Object.fromEntries(Object.entries(laboratory.colors).map(([key, color]) => [`${key}_color`, color])),
      allowed_origins: [],
      created_at: new Date(),
    },
  ])
  await insertRows(
    client,
    'brand_hosts',
    laboratory.hosts.map(host => ({ brand_id, host })),
  )
  if (laboratory.hasImages) await insertImages(client, brand_id, laboratory.key)

  const user = async (of: { id: string | null; mailDomain: string }, seed: LaboratorySeed['staff'][number]) => ({
    brand_id,
    id: random.uuid(),
    practice_id: of.id,
    login: seed.login,
    email: `${seed.login}@${of.mailDomain}`,
    phone: null,
    title: seed.title,
    first_name: seed.firstName,
    last_name: seed.lastName,
    country_code: 'FR',
    language,
    kind: of.id ? 'practice' : 'staff',
    account_type: of.id ? (seed.accountType ?? 'doctor') : null,
    role: seed.role ?? null,
    is_dlcpm: seed.isDLCPM ?? false,
    is_practice_doctor: seed.isPracticeDoctor ?? false,
    password_hash: seed.note ? await hashPassword(demonstrationPassword) : null,
    created_at: new Date(),
  })

  const now = new Date()
  const clock = { now, today: dayInZone(now, timeZone), timeZone }
  const catalogue = catalogueOf(laboratory.key)
  await insertCatalogue(client, brand_id, laboratory.language, catalogue, clock.today)
  const holidays = holidaysAround(clock.today)
  await insertRows(
    client,
    'holidays',
    holidays.map(({ day, fr, en }) => ({ brand_id, day, name_fr: fr, name_en: en })),
  )
  await insertSupplies(client, brand_id, laboratory.key)
  const cases: DemonstrationCase[] = []
  for (const practice of laboratory.practices) {
    const { mailDomain } = practice
    const id = random.uuid()
    await insertRows(client, 'practices', [
      {
        brand_id,
        id,
        name: practice.name,
        address: practice.address,
        postal_code: practice.postalCode,
        city: practice.city,
        country_code: 'FR',
        phone: practice.phone,
        emails: [`${language === 'fr' ? 'accueil' : 'reception'}@${mailDomain}`],
        delivery_instruction: practice.deliveryInstruction ?? null,
        delivery_days: practice.deliveryDays,
        opening_days: practice.openingDays,
        created_at: now,
      },
    ])
    const absences = absenceRows(practice.absences, clock.today)
    if (absences.length > 0)
      await insertRows(
        client,
        'absences',
        absences.map(absence => ({ brand_id, practice_id: id, id: random.uuid(), ...absence, created_at: now })),
      )
    const days = practiceDays({ ...practice, holidays, absences })
    const users = await Promise.all(practice.users.map(seed => user({ id, mailDomain }, seed)))
    if (users.length > 0) await insertRows(client, 'users', users)
    await insertAccountChange(client, { brandId: brand_id, id, ...practice }, users)
    await insertFeedback(client, random, { brandId: brand_id, language, now }, users)
    await insertDaily(
      client,
      { brandId: brand_id, id, key: laboratory.key, name: practice.name, language, users: users.map(({ id }) => id) },
      clock,
      day => days.isWorkingDay(day) && days.isOpenDay(day),
    )
    const prescribers = users
      .filter((_, index) => practice.users[index]?.prescribes)
      .map(({ id, title, first_name, last_name }) => ({ id, name: `${title} ${first_name} ${last_name}` }))
    const managers = users.filter(({ account_type }) => account_type === 'manager').map(({ id }) => id)
    cases.push(
      ...makeCases(
        random,
        { brandId: brand_id, practiceId: id, language, prescribers, managers, catalogue, days, cases: practice.cases },
        clock,
      ),
    )
  }
  const staff = await Promise.all(
    laboratory.staff.map(seed => user({ id: null, mailDomain: laboratory.mailDomain }, seed)),
  )
  if (staff.length > 0) await insertRows(client, 'users', staff)
  // Of its own, so that more letters change nothing of the cases.
  const letters = new Random(`letters ${laboratory.key}`)
  const remakes = makeRemakes(letters, cases, catalogue, clock.today)
  const team = teamOf(staff)
  await insertCases(client, brand_id, random, cases, team)
  if (cases.length > 0)
    await insertInvoices(client, { brandId: brand_id, language, legalName: laboratory.companyName, today: clock.today })
  if (team) {
    const signer = team.bench
    await insertRegister(client, { brandId: brand_id, language, today: clock.today, signer })
    await insertPaperwork(client, letters, { brandId: brand_id, timeZone, catalogue, signer }, cases)
  }
  const problems = team
    ? await insertCorrespondence(client, letters, {
        brandId: brand_id,
        language,
        staffId: team.bench.id,
        cases,
        remakes,
        now,
      })
    : []
  if (team) {
    await insertStaffWork(client, { brandId: brand_id, language, today: clock.today, team, catalogue })
    await insertPlaces(client, { brandId: brand_id, language })
  }
  if (storage) {
    const orders = cases.map(({ order }) => order)
    await insertAttachments(client, storage, random, { brandId: brand_id, language, orders, problems })
  }
}

type StaffSeed = { id: string; role: string | null; title: string; first_name: string; last_name: string }

/** Who works at the bench and who drives: of a small laboratory the same. */
function teamOf(staff: readonly StaffSeed[]): Team | undefined {
  const [first] = staff
  if (!first) return undefined
  const memberIn = (role: string) => {
    const found = staff.find(one => one.role === role) ?? first
    return { id: found.id, name: fullName(found) }
  }
  return { bench: memberIn('production'), driver: memberIn('driver') }
}

/** Who has taken a step: the practice's people their own, the bench what is made, the driver what is handed over. */
function authorOf(event: Record<string, unknown>, order: DemonstrationCase['order'], team: Team | undefined) {
  const { status } = event
  if (status === 'registered' || status === 'cancelled' || !team) return order.ordered_by ?? null
  return status === 'delivered' ? team.driver.id : team.bench.id
}

/** Codes run over all practices of a laboratory in the order in which cases came in, and begin again each year. */
async function insertCases(
  client: pg.Client,
  brand_id: string,
  random: Random,
  cases: DemonstrationCase[],
  team: Team | undefined,
) {
  if (cases.length === 0) return
  let number = random.between(400, 900)
  let year = ''
  const orders = cases
    .toSorted((a, b) => (a.createdOn < b.createdOn ? -1 : a.createdOn > b.createdOn ? 1 : 0))
    .map(({ createdOn, order }) => {
      if (year && createdOn.slice(2, 4) !== year) number = 0
      year = createdOn.slice(2, 4)
      number += random.between(1, 5)
      return { ...order, code: `T-${year}-${String(number).padStart(4, '0')}` }
    })
  await insertRows(client, 'orders', orders)
  // The next case to come in takes the number after the last.
  await insertRows(client, 'order_code_counters', [{ brand_id, year: 2000 + Number(year), last_number: number }])
  await insertRows(
    client,
    'order_products',
    cases.flatMap(({ products }) => products),
  )
  await insertRows(
    client,
    'order_events',
    cases.flatMap(({ order, events }) => events.map(event => ({ ...event, author_id: authorOf(event, order, team) }))),
  )
}

async function insertImages(client: pg.Client, brand_id: string, key: string) {
  for (const purpose of ['logo', 'favicon']) {
    const content = await readFile(new URL(`./images/${key}-${purpose}.png`, import.meta.url))
    const name = `${createHash('sha256').update(content).digest('hex').slice(0, 32)}.png`
    await insertRows(client, 'brand_images', [{ brand_id, purpose, name, content: `\\x${content.toString('hex')}` }])
  }
}
