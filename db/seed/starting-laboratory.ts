import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { frenchHolidays } from '#features/calendar/french-holidays.ts'
import { dayInZone } from '#kit/day.ts'
import type { Language } from '#kit/language.ts'
import { catalogueOf } from './catalogue.ts'
import { type CutOffSeed, cutOffColumns, startingDeliveryTimes } from './delivery-times.ts'
import { ownFeedbackWidget } from './feedback.ts'
import { insertRows } from './insert-rows.ts'
import { teal } from './laboratories.ts'
import { insertFamilies, productRow } from './product.ts'
import { insertSupplies } from './supplies.ts'

export type StartingLaboratory = {
  name: string
  host: string
  timeZone: string
  language: Language
  /** Which its mails come from; undefined for the installation's own. */
  email: string | undefined
  /** Who takes card payments for it; undefined for nobody. */
  cards: { provider: 'sandbox' | 'stripe'; account: string | null } | undefined
  phone: string
  address: string
  postalCode: string
  city: string
  administrator: { login: string; email: string; firstName: string; lastName: string }
}

const cutOffs: CutOffSeed = { am: { days: 0, time: '08:00' }, pm: { days: 0, time: '13:00' } }
const yearsOfHolidays = 3

/** In the transaction of the owner's that is under way, which is in the laboratory's context from here on. */
export async function insertLaboratory(client: pg.ClientBase, laboratory: StartingLaboratory, now: Date) {
  const brandId = randomUUID()
  await client.query('select tenant.set_context($1, null, null)', [brandId])
  await insertBrand(client, brandId, laboratory)
  const products = await insertStartingCatalogue(client, brandId, laboratory.language)
  const year = Number(dayInZone(now, laboratory.timeZone).slice(0, 4))
  const holidays = Array.from({ length: yearsOfHolidays }, (_, index) => frenchHolidays(year + index)).flat()
  await insertRows(
    client,
    'holidays',
    holidays.map(({ day, fr, en }) => ({ brand_id: brandId, day, name_fr: fr, name_en: en })),
  )
  await insertSupplies(client, brandId, 'starting')
  const administratorId = await insertAdministrator(client, brandId, laboratory)
  return { brandId, administratorId, products, holidays: holidays.length, holidaysUntil: year + yearsOfHolidays - 1 }
}

async function insertBrand(client: pg.ClientBase, id: string, laboratory: StartingLaboratory) {
  const { host, language, cards } = laboratory
  await insertRows(client, 'brands', [
    {
      id,
      company_name: laboratory.name,
      client_service_phone: laboratory.phone,
      address: laboratory.address,
      postal_code: laboratory.postalCode,
      city: laboratory.city,
      country_code: 'FR',
      mail_from: laboratory.email ?? null,
      time_zone: laboratory.timeZone,
      default_language: language,
      delivery_time_information: startingDeliveryTimes(language, cutOffs),
      feedback_widget_url: ownFeedbackWidget,
      ...cutOffColumns(cutOffs),
      ...Object.fromEntries(Object.entries(teal).map(([key, color]) => [`${key}_color`, color])),
      allowed_origins: [],
      created_at: new Date(),
    },
  ])
  await insertRows(client, 'brand_hosts', [{ brand_id: id, host }])
  if (cards) {
    const { provider, account } = cards
    await insertRows(client, 'card_settings', [{ brand_id: id, provider, stripe_account: account }])
  }
}

/** Without what only the laboratory can say: its prices, and what it really makes a work of. */
async function insertStartingCatalogue(client: pg.ClientBase, brand_id: string, language: Language): Promise<number> {
  await insertFamilies(client, brand_id)
  const own = { price_cents: null, material: null, version: 1, created_at: new Date() }
  const rows = [...catalogueOf('starting').values()].map((product, position) => ({
    brand_id,
    position,
    ...productRow(product, language),
    ...own,
  }))
  await insertRows(client, 'products', rows)
  return rows.length
}

async function insertAdministrator(client: pg.ClientBase, brand_id: string, laboratory: StartingLaboratory) {
  const { login, email, firstName, lastName } = laboratory.administrator
  const id = randomUUID()
  await insertRows(client, 'users', [
    {
      brand_id,
      id,
      kind: 'staff',
      role: 'administrator',
      login,
      email,
      title: '',
      first_name: firstName,
      last_name: lastName,
      country_code: 'FR',
      language: laboratory.language,
      is_dlcpm: false,
      is_practice_doctor: false,
      created_at: new Date(),
    },
  ])
  return id
}
