import { sql } from 'kysely'
import type { Language } from '#kit/language.ts'
import type { Staff } from '#tenancy/server/actor.ts'

export type NewPractice = {
  name: string
  address: string
  postalCode: string
  city: string
  countryCode: string
  phone: string
  rppsSiretSiren: string
}
export type NewManager = {
  title: string
  firstName: string
  lastName: string
  /** By which they sign in, too. */
  email: string
  phone: string
  language: Language
}

/** Somebody who has no password yet. */
export type Invited = {
  id: string
  login: string
  email: string
  firstName: string
  lastName: string
  language: Language
}
/** Handed over by the application: how they come to one. */
export type Invite = (staff: Staff, user: Invited) => Promise<unknown>

const invitedColumns = [
  'id',
  'login',
  'email',
  'first_name as firstName',
  'last_name as lastName',
  sql<Language>`language`.as('language'),
] as const

/** The constraint says it where somebody signs in so already. */
export const loginConstraint = 'users__login'

/** A practice and the first of its people. */
export async function insertPractice(
  { tx, brandId }: Staff,
  { name, address, postalCode, city, countryCode, phone, rppsSiretSiren }: NewPractice,
  manager: NewManager,
): Promise<{ practiceId: string; manager: Invited }> {
  const practice = await tx
    .insertInto('practices')
    .values({
      brand_id: brandId,
      name,
      address,
      postal_code: postalCode,
      city,
      country_code: countryCode,
      phone,
      rpps_siret_siren: rppsSiretSiren,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const invited = await tx
    .insertInto('users')
    .values({
      brand_id: brandId,
      kind: 'practice',
      account_type: 'manager',
      practice_id: practice.id,
      login: manager.email.normalize('NFC').toLowerCase(),
      email: manager.email,
      phone: manager.phone,
      title: manager.title,
      first_name: manager.firstName,
      last_name: manager.lastName,
      country_code: countryCode,
      language: manager.language,
    })
    .returning(invitedColumns)
    .executeTakeFirstOrThrow()
  return { practiceId: practice.id, manager: invited }
}

/** Somebody of a practice; staff are looked after elsewhere. */
export const findMember = ({ tx, brandId }: Staff, id: string) =>
  tx
    .selectFrom('users')
    .select(invitedColumns)
    .select(({ eb }) => [
      eb
        .and([eb('password_hash', 'is', null), eb('disabled_at', 'is', null)])
        .$castTo<boolean>()
        .as('isWaiting'),
    ])
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .where('kind', '=', 'practice')
    .executeTakeFirst()

/** Nothing where it is so already. */
export const setDisabled = ({ tx, brandId }: Staff, id: string, isDisabled: boolean) =>
  tx
    .updateTable('users')
    .set({ disabled_at: isDisabled ? sql<string>`now()` : null })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .where('kind', '=', 'practice')
    .where('disabled_at', isDisabled ? 'is' : 'is not', null)
    .returning('id')
    .executeTakeFirst()
