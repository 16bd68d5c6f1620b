import { sql } from 'kysely'
import type { Language } from '#kit/language.ts'
import { problem } from '#kit/problem.ts'
import { violates } from '#kit/server/database-problem.ts'
import type { PracticeUser, Staff } from '#tenancy/server/actor.ts'

export type NewPractice = {
  name: string
  address: string
  postalCode: string
  city: string
  countryCode: string
  phone: string
  rppsSiretSiren: string
  mobile?: string | null
  /** The manager's alone unless said. */
  emails?: string[]
  deliveryInstruction?: string | null
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
export type Invite = (actor: Staff | PracticeUser, user: Invited) => Promise<unknown>
/** The same for the laboratory's administrators, who may also hand a link over themselves: a place of the portal. */
export type Inviting = {
  invite: Invite
  copyLink: (staff: Staff, user: Invited) => Promise<{ path: string; expiresAt: string }>
  areMailsSent: boolean
}

/** Until when the link that was made last is good; null where there is none, or no longer. Of a row of `users`. */
export const invitedUntil = (users: string) =>
  sql<string | null>`(
    select max(l.expires_at) from password_links l
    where l.brand_id = ${sql.ref(`${users}.brand_id`)} and l.user_id = ${sql.ref(`${users}.id`)}
      and l.purpose = 'invitation' and l.expires_at > now())`

export const invitedColumns = [
  'id',
  'login',
  'email',
  'first_name as firstName',
  'last_name as lastName',
  sql<Language>`language`.as('language'),
] as const

/** The constraint says it where somebody signs in so already. */
export const loginConstraint = 'users__login'

/**
 * What a manager has typed is nobody's login before its owner has followed the invitation: it does not stand in the way of
 * whoever the laboratory takes in by that address.
 */
const releaseLogin = ({ tx, brandId }: Staff, login: string) =>
  tx
    .updateTable('users as u')
    .set({ login: sql<string>`'released/' || u.id`, disabled_at: sql<string>`coalesce(u.disabled_at, now())` })
    .where('u.brand_id', '=', brandId)
    .where('u.login', '=', login)
    .where('u.password_hash', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('users as manager')
          .select('manager.id')
          .where('manager.brand_id', '=', brandId)
          .whereRef('manager.practice_id', '=', 'u.practice_id')
          .where('manager.account_type', '=', 'manager')
          .where('manager.password_hash', 'is not', null),
      ),
    )
    .execute()

/** A practice and the first of its people. */
export async function insertPractice(
  staff: Staff,
  practice: NewPractice,
  manager: NewManager,
): Promise<{ practiceId: string; manager: Invited }> {
  const { tx, brandId } = staff
  const login = manager.email.normalize('NFC').toLowerCase()
  await releaseLogin(staff, login)
  const { name, address, postalCode, city, countryCode, phone, rppsSiretSiren } = practice
  const { mobile = null, emails = [manager.email], deliveryInstruction = null } = practice
  const { id: practiceId } = await tx
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
      mobile,
      emails,
      delivery_instruction: deliveryInstruction,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const invited = await tx
    .insertInto('users')
    .values({
      brand_id: brandId,
      kind: 'practice',
      account_type: 'manager',
      practice_id: practiceId,
      login,
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
  return { practiceId, manager: invited }
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
    .where('erased_at', 'is', null)
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

type NewColleague = {
  title?: string | undefined
  firstName: string
  lastName: string
  /** By which they sign in, too. */
  email: string
  accountType: 'manager' | 'doctor'
  isPracticeDoctor: boolean
}
type ColleagueChange = {
  accountType?: 'manager' | 'doctor' | undefined
  isPracticeDoctor?: boolean | undefined
  isDisabled?: boolean | undefined
}

/** Whoever asks was a manager when the request began: in the meantime another one may have ended that. */
const asManager = (error: unknown): never => {
  throw violates(error, 'users__managed') ? problem('forbidden') : error
}

export const insertColleague = (user: PracticeUser, colleague: NewColleague): Promise<Invited> =>
  user.tx
    .insertInto('users')
    .values({
      brand_id: user.brandId,
      kind: 'practice',
      practice_id: user.practiceId,
      login: colleague.email.normalize('NFC').toLowerCase(),
      email: colleague.email,
      title: colleague.title ?? '',
      first_name: colleague.firstName,
      last_name: colleague.lastName,
      country_code: ({ selectFrom }) =>
        selectFrom('practices')
          .select('country_code')
          .where('brand_id', '=', user.brandId)
          .where('id', '=', user.practiceId),
      language: user.language,
      account_type: colleague.accountType,
      is_practice_doctor: colleague.isPracticeDoctor,
    })
    .returning(invitedColumns)
    .executeTakeFirstOrThrow()
    .catch(asManager)

/** Whoever is disabled loses their sessions and links with it. */
export const setColleague = (
  user: PracticeUser,
  id: string,
  { accountType, isPracticeDoctor, isDisabled }: ColleagueChange,
) =>
  user.tx
    .updateTable('users')
    .set({
      ...(accountType !== undefined && { account_type: accountType }),
      ...(isPracticeDoctor !== undefined && { is_practice_doctor: isPracticeDoctor }),
      ...(isDisabled !== undefined && { disabled_at: isDisabled ? sql<string>`now()` : null }),
    })
    .where('brand_id', '=', user.brandId)
    .where('practice_id', '=', user.practiceId)
    .where('id', '=', id)
    .execute()
    .catch(asManager)
