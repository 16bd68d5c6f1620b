import { sql } from 'kysely'
import type { Documents } from '#features/account/contract.ts'
import { identifierToKeep } from '#features/signup/rules.ts'
import type { Staff } from '#tenancy/server/actor.ts'

/** Violated by anybody who would join a disabled practice. */
export const openPracticeConstraint = 'users__of_open_practice'

export const findPractice = ({ tx, brandId }: Staff, id: string, { isLocked = false } = {}) =>
  tx
    .selectFrom('practices')
    .select([
      'id',
      'name',
      sql<string>`coalesce(rpps_siret_siren, '')`.as('rppsSiretSiren'),
      'address',
      'postal_code as postalCode',
      'city',
      'country_code as country',
      'phone',
      sql<string>`coalesce(vat_number, '')`.as('vatNumber'),
      sql<string>`coalesce(delivery_address, '')`.as('deliveryAddress'),
      sql<string>`coalesce(delivery_postal_code, '')`.as('deliveryPostalCode'),
      sql<string>`coalesce(delivery_city, '')`.as('deliveryCity'),
      sql<string>`coalesce(delivery_instruction, '')`.as('deliveryInstruction'),
      sql<number[]>`delivery_days::smallint[]`.as('deliveryDays'),
      sql<number[]>`opening_days::smallint[]`.as('openingDays'),
      sql<boolean>`disabled_at is not null`.as('isDisabled'),
      sql<string>`md5(practices::text)`.as('version'),
    ])
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .$if(isLocked, practices => practices.forNoKeyUpdate())
    .executeTakeFirst()

export type KnownPractice = {
  id: string
  name: string
  postalCode: string
  isDisabled: boolean
  isEmpty: boolean
  /** As the practices were called that were merged into it. */
  former: { name: string; postalCode: string }[]
}

/** Identifying data of all practices. */
export const listKnownPractices = ({ tx, brandId }: Staff): Promise<KnownPractice[]> =>
  tx
    .selectFrom('practices as p')
    .select([
      'p.id',
      'p.name',
      'p.postal_code as postalCode',
      sql<boolean>`p.disabled_at is not null`.as('isDisabled'),
      sql<boolean>`not exists (select from users u where u.brand_id = p.brand_id and u.practice_id = p.id)`.as(
        'isEmpty',
      ),
      sql<KnownPractice['former']>`(
        select coalesce(jsonb_agg(jsonb_build_object('name', m.name, 'postalCode', m.postal_code) order by m.merged_at, m.id), '[]')
        from merged_practices m where m.brand_id = p.brand_id and m.into_id = p.id)`.as('former'),
    ])
    .where('p.brand_id', '=', brandId)
    .orderBy('p.id')
    .execute()

type PracticeSaid = {
  name: string
  rppsSiretSiren: string
  vatNumber: string
  address: string
  postalCode: string
  city: string
  country: string
  phone: string
  deliveryAddress: string
  deliveryPostalCode: string
  deliveryCity: string
  deliveryInstruction: string
  deliveryDays: readonly number[]
  openingDays: readonly number[]
}

export const setPractice = ({ tx, brandId }: Staff, id: string, said: PracticeSaid) =>
  tx
    .updateTable('practices')
    .set({
      name: said.name,
      rpps_siret_siren: identifierToKeep(said.rppsSiretSiren),
      vat_number: said.vatNumber || null,
      address: said.address,
      postal_code: said.postalCode,
      city: said.city,
      country_code: said.country,
      phone: said.phone,
      delivery_address: said.deliveryAddress || null,
      delivery_postal_code: said.deliveryPostalCode || null,
      delivery_city: said.deliveryCity || null,
      delivery_instruction: said.deliveryInstruction || null,
      delivery_days: sql<string[]>`${said.deliveryDays}::smallint[]`,
      opening_days: sql<string[]>`${said.openingDays}::smallint[]`,
    })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .execute()

export const setPracticeNumber = ({ tx, brandId }: Staff, id: string, rppsSiretSiren: string) =>
  tx
    .updateTable('practices')
    .set({ rpps_siret_siren: rppsSiretSiren })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .execute()

/** Disables a practice with all its active users: their sessions end, and they are marked apart from those disabled before. */
export async function setPracticeDisabled({ tx, brandId }: Staff, id: string): Promise<void> {
  await tx
    .updateTable('practices')
    .set({ disabled_at: sql<string>`now()` })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .execute()
  await tx
    .updateTable('users')
    .set({ disabled_at: sql<string>`now()`, disabled_by: 'closure' })
    .where('brand_id', '=', brandId)
    .where('practice_id', '=', id)
    .where('disabled_at', 'is', null)
    .execute()
}

/** Enables a practice with exactly those users whom its closure has disabled. */
export async function setPracticeEnabled({ tx, brandId }: Staff, id: string): Promise<void> {
  const kept = await tx
    .selectFrom('users')
    .innerJoin('practices', join =>
      join.onRef('practices.brand_id', '=', 'users.brand_id').onRef('practices.id', '=', 'users.practice_id'),
    )
    .select('users.id')
    .where('users.brand_id', '=', brandId)
    .where('users.practice_id', '=', id)
    .where('users.erased_at', 'is', null)
    // Users disabled before the reason was recorded are recognised by the time.
    .where(
      sql<boolean>`users.disabled_by = 'closure' or users.disabled_by is null and users.disabled_at = practices.disabled_at`,
    )
    // Waits for a colleague who is disabling one of them by name at this moment; that user then stays disabled.
    .forNoKeyUpdate('users')
    .execute()
  await tx
    .updateTable('practices')
    .set({ disabled_at: null })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .execute()
  if (kept.length === 0) return
  await tx
    .updateTable('users')
    .set({ disabled_at: null })
    .where('brand_id', '=', brandId)
    .where(
      'id',
      'in',
      kept.map(user => user.id),
    )
    .execute()
}

export type NewPractice = {
  name: string
  address: string
  postalCode: string
  city: string
  countryCode: string
  phone: string
  rppsSiretSiren: string
  mobile?: string | null
  /** The manager's address by default. */
  emails?: string[]
  deliveryInstruction?: string | null
  /** Monday to Friday by default. */
  deliveryDays?: readonly number[]
  openingDays?: readonly number[]
}
/** Inserts a practice without users: the first one added then manages the others. */
export async function insertEmptyPractice(
  { tx, brandId }: Staff,
  practice: NewPractice,
  { importId }: { importId: string | undefined },
): Promise<string> {
  const { name, address, postalCode, city, countryCode, phone, rppsSiretSiren } = practice
  const { mobile = null, emails = [], deliveryInstruction = null, deliveryDays, openingDays } = practice
  const { id } = await tx
    .insertInto('practices')
    .values({
      brand_id: brandId,
      name,
      address,
      postal_code: postalCode,
      city,
      country_code: countryCode,
      phone,
      rpps_siret_siren: identifierToKeep(rppsSiretSiren),
      mobile,
      emails,
      delivery_instruction: deliveryInstruction,
      ...(deliveryDays && { delivery_days: sql<string[]>`${deliveryDays}::smallint[]` }),
      ...(openingDays && { opening_days: sql<string[]>`${openingDays}::smallint[]` }),
      ...(importId && { import_id: importId }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const setContactInformation = (
  { tx, brandId }: Staff,
  practiceId: string,
  { phone, mobile, emails }: Documents['contact_information'],
) =>
  tx
    .updateTable('practices')
    .set({ phone: phone ?? '', mobile: mobile ?? null, emails: sql`${[...emails]}::mail_address[]` })
    .where('brand_id', '=', brandId)
    .where('id', '=', practiceId)
    .execute()

export const setDeliveryInstruction = (
  { tx, brandId }: Staff,
  practiceId: string,
  { deliveryInstruction, deliveryDays, openingDays }: Documents['delivery_instruction'],
) =>
  tx
    .updateTable('practices')
    .set({
      delivery_instruction: deliveryInstruction ?? null,
      delivery_days: sql`${[...deliveryDays]}::iso_weekday[]`,
      opening_days: sql`${[...openingDays]}::iso_weekday[]`,
    })
    .where('brand_id', '=', brandId)
    .where('id', '=', practiceId)
    .execute()

export const setDeliveryDays = ({ tx, brandId }: Staff, practiceId: string, days: readonly number[]) =>
  tx
    .updateTable('practices')
    .set({ delivery_days: sql`${[...days]}::iso_weekday[]` })
    .where('brand_id', '=', brandId)
    .where('id', '=', practiceId)
    .execute()
