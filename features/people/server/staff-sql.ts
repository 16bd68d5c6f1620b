import { sql } from 'kysely'
import type { Language } from '#kit/language.ts'
import type { StaffRole } from '#tenancy/rights.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import { invitedColumns } from './invitations-sql.ts'

type NewStaff = { firstName: string; lastName: string; email: string; role: StaffRole; language: Language }

/** Adds a colleague of the laboratory's staff. */
export const insertStaff = ({ tx, brandId }: Staff, { role, firstName, lastName, email, language }: NewStaff) =>
  tx
    .insertInto('users')
    .values({
      brand_id: brandId,
      kind: 'staff',
      role,
      login: email.normalize('NFC').toLowerCase(),
      email,
      first_name: firstName,
      last_name: lastName,
      language,
    })
    .returning(invitedColumns)
    .executeTakeFirstOrThrow()

/** Violated when no administrator would remain, or when the caller has lost the right. */
export const lastAdministratorConstraint = 'users__last_administrator'
export const administeredConstraint = 'users__administered'

const staffMember = ({ tx, brandId }: Staff, id: string) =>
  tx.updateTable('users').where('brand_id', '=', brandId).where('id', '=', id).where('kind', '=', 'staff')

export const setStaffRole = (staff: Staff, id: string, role: StaffRole) =>
  staffMember(staff, id).set({ role }).execute()

export const setStaffDisabled = (staff: Staff, id: string, isDisabled: boolean) =>
  staffMember(staff, id)
    .set({ disabled_at: isDisabled ? sql<string>`now()` : null })
    .execute()
