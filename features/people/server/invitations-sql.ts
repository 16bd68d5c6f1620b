import { sql } from 'kysely'
import type { Language } from '#kit/language.ts'
import { problem } from '#kit/problem.ts'
import { violates } from '#kit/server/database-problem.ts'
import type { PracticeUser, Staff } from '#tenancy/server/actor.ts'

/** Somebody without a password yet. */
export type Invited = {
  id: string
  login: string
  email: string
  firstName: string
  lastName: string
  language: Language
}
/** Passed in by the application: sends an invitation. */
export type Invite = (actor: Staff | PracticeUser, user: Invited) => Promise<unknown>
/** The same for the laboratory's administrators, who may also hand over the link, a path of the portal, themselves. */
export type Inviting = {
  invite: Invite
  copyLink: (staff: Staff, user: Invited) => Promise<{ path: string; expiresAt: string }>
  areMailsSent: boolean
}

/** Expiry of the latest link; null if there is none or it has expired. For a row of `users`. */
export const invitedUntil = (users: string) =>
  sql<string | null>`(
    select max(l.expires_at) from password_links l
    where l.brand_id = ${sql.ref(`${users}.brand_id`)} and l.user_id = ${sql.ref(`${users}.id`)}
      and l.purpose = 'invitation' and l.expires_at > now())`

/** State of the mail with that link: both were written in one transaction. For a row of `users`. */
export const invitationMail = (users: string) =>
  sql<string | null>`(
    select m.state from password_links l
      join mails m on m.brand_id = l.brand_id and m.created_at = l.created_at and m.recipient = ${sql.ref(`${users}.email`)}
    where l.brand_id = ${sql.ref(`${users}.brand_id`)} and l.user_id = ${sql.ref(`${users}.id`)}
      and l.purpose = 'invitation' and l.expires_at > now()
    order by l.created_at desc limit 1)`

/** True without a password, not disabled, and without a valid invitation. For a row of `users`. */
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

/** Violated when the login exists already. */
export const loginConstraint = 'users__login'

/** The uninvited people of a practice or of an import. */
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

/** The address is already a login or an e-mail address: the constraint says so. */
export const isAddressTaken = (error: unknown) => violates(error, loginConstraint)

/** For somebody without a password yet: changes the address, which is their login too. */
export const setInvitedAddress = ({ tx, brandId }: Staff | PracticeUser, id: string, email: string): Promise<Invited> =>
  tx
    .updateTable('users')
    .set({ email, login: email.normalize('NFC').toLowerCase() })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .where('password_hash', 'is', null)
    .returning(invitedColumns)
    .executeTakeFirstOrThrow(() => problem('conflict'))

/** False when the person is named in a case. */
export async function deleteInvited({ tx }: Staff | PracticeUser, id: string): Promise<boolean> {
  try {
    await sql`select tenant.withdraw_invitation(${id})`.execute(tx)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === foreignKeyViolation) return false
    // They chose a password meanwhile, or the caller has lost the right.
    throw violates(error, 'users__invited') ? problem('conflict') : error
  }
}

const foreignKeyViolation = '23503'
