import { sql } from 'kysely'
import type { Language } from '#kit/language.ts'
import { problem } from '#kit/problem.ts'
import { violates } from '#kit/server/database-problem.ts'
import type { PracticeUser, Staff } from '#tenancy/server/actor.ts'
import { type Invited, invitedColumns } from './invitations-sql.ts'
import { insertEmptyPractice, type NewPractice, openPracticeConstraint } from './practices-sql.ts'

export type NewPerson = {
  title: string
  firstName: string
  lastName: string
  /** Also their login. */
  email: string
  phone: string
  language: Language
}
/** The import that creates them, if any. */
type ByImport = { importId?: string }

/** For `users` as `u`: the login was typed by a manager, and its owner has not accepted the invitation. */
const isTyped = sql<boolean>`(u.password_hash is null and exists (
  select from users manager where manager.brand_id = u.brand_id and manager.practice_id = u.practice_id
    and manager.account_type = 'manager' and manager.password_hash is not null))`

/** A login that a manager has merely typed gives way to a person whom the laboratory adds with that address. */
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

/** Users with these logins or addresses, and their practices; `isReleased`: the login gives way to a person added with it. */
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

/** Inserts a practice with its first user. */
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

/** Adds a person to a practice; undefined if the laboratory has no such practice, which must not be disabled. */
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
    // Nobody can be added to a disabled practice: it must be enabled first.
    throw violates(error, openPracticeConstraint) ? problem('conflict') : error
  })
}

export const loginOf = ({ email }: { email: string }) => email.normalize('NFC').toLowerCase()

/** A practice's user; staff are handled elsewhere. */
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
 * Undefined if already in that state. The laboratory may also disable users whom a manager or their practice's closure has
 * disabled: then only the laboratory can enable them again.
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

/** For a practice's user, set by the laboratory. */
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
  /** Also their login. */
  email: string
  accountType: 'manager' | 'doctor'
  isPracticeDoctor: boolean
}
type ColleagueChange = {
  accountType?: 'manager' | 'doctor' | undefined
  isPracticeDoctor?: boolean | undefined
  isDisabled?: boolean | undefined
}

/** The caller was a manager when the request began, but another manager may have ended that meanwhile. */
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

/** Disabling also ends the user's sessions and links. */
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
