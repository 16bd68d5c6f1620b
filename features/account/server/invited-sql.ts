import { sql } from 'kysely'
import { problem } from '#kit/problem.ts'
import { violates } from '#kit/server/database-problem.ts'
import type { PracticeUser, Staff } from '#tenancy/server/actor.ts'
import { type Invited, invitedColumns, loginConstraint } from './people-sql.ts'

/** Where somebody signs in, or is written to, so already: the caller says it. */
export const isAddressTaken = (error: unknown) => violates(error, loginConstraint)

/** Of somebody who has chosen no password: the address, by which they will sign in, too. */
export const setInvitedAddress = ({ tx, brandId }: Staff | PracticeUser, id: string, email: string): Promise<Invited> =>
  tx
    .updateTable('users')
    .set({ email, login: email.normalize('NFC').toLowerCase() })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .where('password_hash', 'is', null)
    .returning(invitedColumns)
    .executeTakeFirstOrThrow(() => problem('conflict'))

/** False where somebody is named in a case already. */
export async function deleteInvited({ tx }: Staff | PracticeUser, id: string): Promise<boolean> {
  try {
    await sql`select tenant.withdraw_invitation(${id})`.execute(tx)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === foreignKeyViolation) return false
    // A password has been chosen in this moment, or whoever asks may not any more.
    throw violates(error, 'users__invited') ? problem('conflict') : error
  }
}

const foreignKeyViolation = '23503'
