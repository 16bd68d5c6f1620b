import { sql } from 'kysely'
import { problem } from '#kit/problem.ts'
import { violates } from '#kit/server/database-problem.ts'
import type { PracticeUser, Staff } from '#tenancy/server/actor.ts'
import { type Invited, invitedColumns, loginConstraint } from './people-sql.ts'

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
