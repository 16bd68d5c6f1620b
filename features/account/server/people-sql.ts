import { sql } from 'kysely'
import { identifierToKeep } from '#features/signup/rules.ts'
import type { Language } from '#kit/language.ts'
import { problem } from '#kit/problem.ts'
import { violates } from '#kit/server/database-problem.ts'
import type { PracticeUser, Staff } from '#tenancy/server/actor.ts'
import { openPracticeConstraint } from './practice-sql.ts'

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
  /** From Monday to Friday unless said. */
  deliveryDays?: readonly number[]
  openingDays?: readonly number[]
}
export type NewPerson = {
  title: string
  firstName: string
  lastName: string
  /** By which they sign in, too. */
  email: string
  phone: string
  language: Language
}
/** By which import they come, if by one. */
type ByImport = { importId?: string }

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

/** What became of the mail that carried that link: both were written in one transaction. Of a row of `users`. */
export const invitationMail = (users: string) =>
  sql<string | null>`(
    select m.state from password_links l
      join mails m on m.brand_id = l.brand_id and m.created_at = l.created_at and m.recipient = ${sql.ref(`${users}.email`)}
    where l.brand_id = ${sql.ref(`${users}.brand_id`)} and l.user_id = ${sql.ref(`${users}.id`)}
      and l.purpose = 'invitation' and l.expires_at > now()
    order by l.created_at desc limit 1)`

/** Waits for a password, may come in, and no link of an invitation holds. Of a row of `users`. */
export const isUninvited = (users: string) =>
  sql<boolean>`(${sql.ref(`${users}.password_hash`)} is null and ${sql.ref(`${users}.disabled_at`)} is null
    and ${sql.ref(`${users}.erased_at`)} is null and ${invitedUntil(users)} is null)`

export const invitedColumns = [
  'id',
  'login',
  'email',
  'first_name as firstName',
  'last_name as lastName',
  'language',
] as const

/** The constraint says it where somebody signs in so already. */
export const loginConstraint = 'users__login'

/** Of `users` as `u`: a manager has typed the login, and its owner has not followed the invitation. */
const isTyped = sql<boolean>`(u.password_hash is null and exists (
  select from users manager where manager.brand_id = u.brand_id and manager.practice_id = u.practice_id
    and manager.account_type = 'manager' and manager.password_hash is not null))`

/** What a manager has typed does not stand in the way of whoever the laboratory takes in by that address. */
const releaseLogin = ({ tx, brandId }: Staff, login: string) =>
  tx
    .updateTable('users as u')
    .set({
      login: sql<string>`'released/' || u.id`,
      disabled_at: sql<string>`coalesce(u.disabled_at, now())`,
      disabled_by: 'laboratory',
    })
    .where('u.brand_id', '=', brandId)
    .where('u.login', '=', login)
    .where(isTyped)
    .execute()

/** Whose these addresses are already, and of which practice; `isReleased`: whoever is taken in by one of them has it. */
export const listHoldersOf = ({ tx, brandId }: Staff, logins: readonly string[]) =>
  tx
    .selectFrom('users as u')
    .select([
      'u.login',
      sql<string>`lower(u.email)`.as('email'),
      'u.practice_id as practiceId',
      sql<boolean>`${isTyped} and u.login = lower(u.email)`.as('isReleased'),
    ])
    .where('u.brand_id', '=', brandId)
    .where(
      sql<boolean>`(u.login = any(${logins}::text[])
        or lower(u.email) = any(${logins}::text[]) and (u.password_hash is not null or u.disabled_at is null))`,
    )
    .execute()

/** A practice and the first of its people. */
export async function insertPractice(
  staff: Staff,
  practice: NewPractice,
  manager: NewPerson,
  { importId }: ByImport = {},
): Promise<{ practiceId: string; manager: Invited }> {
  await releaseLogin(staff, loginOf(manager))
  const practiceId = await insertEmptyPractice(staff, { emails: [manager.email], ...practice }, { importId })
  const made = { id: practiceId, countryCode: practice.countryCode }
  return { practiceId, manager: await insertPerson(staff, made, manager, { ...asNewManager, importId }) }
}

/** One with nobody yet: whoever is added first decides who else comes in. */
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

type Kept = { accountType: 'manager' | 'doctor'; isPracticeDoctor: boolean }
const asNewManager: Kept = { accountType: 'manager', isPracticeDoctor: false }

const insertPerson = (
  { tx, brandId }: Staff,
  practice: { id: string; countryCode: string },
  person: NewPerson,
  { accountType, isPracticeDoctor, importId }: Kept & { importId: string | undefined },
): Promise<Invited> =>
  tx
    .insertInto('users')
    .values({
      brand_id: brandId,
      kind: 'practice',
      account_type: accountType,
      is_practice_doctor: isPracticeDoctor,
      practice_id: practice.id,
      login: loginOf(person),
      email: person.email,
      phone: person.phone,
      title: person.title,
      first_name: person.firstName,
      last_name: person.lastName,
      country_code: practice.countryCode,
      language: person.language,
      ...(importId && { import_id: importId }),
    })
    .returning(invitedColumns)
    .executeTakeFirstOrThrow()

/** Somebody more of a practice; nothing where the laboratory has no such practice. */
export async function insertMember(
  staff: Staff,
  practiceId: string,
  person: NewPerson,
  kept: Kept,
  { importId }: ByImport = {},
) {
  const practice = await staff.tx
    .selectFrom('practices')
    .select(['id', 'country_code as countryCode'])
    .where('brand_id', '=', staff.brandId)
    .where('id', '=', practiceId)
    .executeTakeFirst()
  if (!practice) return
  await releaseLogin(staff, loginOf(person))
  return insertPerson(staff, practice, person, { ...kept, importId }).catch(error => {
    // Into a practice that is disabled nobody comes: it is enabled first.
    throw violates(error, openPracticeConstraint) ? problem('conflict') : error
  })
}

export const loginOf = ({ email }: { email: string }) => email.normalize('NFC').toLowerCase()

/** Those of a practice, or whom an import has brought. */
export const listUninvited = (
  { tx, brandId }: Staff,
  of: { practiceId: string } | { importId: string },
): Promise<Invited[]> =>
  tx
    .selectFrom('users')
    .select(invitedColumns)
    .where('brand_id', '=', brandId)
    .where('kind', '=', 'practice')
    .where('practiceId' in of ? 'practice_id' : 'import_id', '=', 'practiceId' in of ? of.practiceId : of.importId)
    .where(isUninvited('users'))
    .orderBy('id')
    .execute()

/** Somebody of a practice; staff are looked after elsewhere. */
export const findMember = ({ tx, brandId }: Staff, id: string, { isLocked = false } = {}) =>
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
    .$if(isLocked, query => query.forNoKeyUpdate())
    .executeTakeFirst()

/**
 * Nothing where it is so already. Whom a manager or the closing of their practice has kept out the laboratory may keep out
 * too: then it alone lets them in again.
 */
export const setDisabled = ({ tx, brandId }: Staff, id: string, isDisabled: boolean) =>
  tx
    .updateTable('users')
    .set(
      isDisabled
        ? { disabled_at: sql<string>`coalesce(disabled_at, now())`, disabled_by: 'laboratory' }
        : { disabled_at: null },
    )
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .where('kind', '=', 'practice')
    .where(isDisabled ? sql<boolean>`disabled_by is distinct from 'laboratory'` : sql<boolean>`disabled_at is not null`)
    .returning('id')
    .executeTakeFirst()

/** Of somebody of a practice, by the laboratory. */
export const setRole = (
  { tx, brandId }: Staff,
  id: string,
  { accountType, isPracticeDoctor, isDLCPM }: Kept & { isDLCPM: boolean },
) =>
  tx
    .updateTable('users')
    .set({ account_type: accountType, is_practice_doctor: isPracticeDoctor, is_dlcpm: isDLCPM })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .execute()

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
