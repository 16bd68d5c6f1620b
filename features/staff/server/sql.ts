import { sql } from 'kysely'
import { isInProgress } from '#features/cases/server/filters-sql.ts'
import { invitedColumns, invitedUntil } from '#features/people/server/invitations-sql.ts'
import { fullNameOf } from '#features/people/server/names-sql.ts'
import type { StaffRole } from '#tenancy/rights.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import type { TeamMember } from '../contract.ts'

export const listTeam = ({ tx, brandId, userId }: Staff) =>
  tx
    .selectFrom('users as u')
    .leftJoin(
      sql<{ user_id: string; at: string }>`tenant.staff_sign_ins()`.as<'signed'>('signed'),
      'signed.user_id',
      'u.id',
    )
    .leftJoin(
      sql<{ user_id: string }>`tenant.staff_second_factors()`.as<'factors'>('factors'),
      'factors.user_id',
      'u.id',
    )
    .select([
      'u.id',
      fullNameOf('u').as('name'),
      'u.email',
      sql<StaffRole>`u.role`.as('role'),
      sql<TeamMember['state']>`case
        when u.disabled_at is not null then 'disabled' when u.password_hash is null then 'invited' else 'active'
      end`.as('state'),
      invitedUntil('u').as('invitedUntil'),
      'signed.at as signedInAt',
      sql<boolean>`factors.user_id is not null`.as('hasSecondFactor'),
      sql<number>`(select count(*) from orders
        where orders.brand_id = u.brand_id and orders.technician_id = u.id and ${isInProgress})`.as('openCases'),
      sql<boolean>`u.id = ${userId}`.as('isOwn'),
    ])
    .where('u.brand_id', '=', brandId)
    .where('u.kind', '=', 'staff')
    .orderBy('u.last_name')
    .orderBy('u.first_name')
    .orderBy('u.id')
    .execute()

/** Two administrators may change the same colleague: the lock makes the second see the first's change. */
export const lockMember = ({ tx, brandId }: Staff, id: string) =>
  tx
    .selectFrom('users')
    .select(invitedColumns)
    .select([
      sql<StaffRole>`role`.as('role'),
      sql<boolean>`disabled_at is not null`.as('isDisabled'),
      sql<boolean>`password_hash is not null`.as('hasPassword'),
    ])
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .where('kind', '=', 'staff')
    .forNoKeyUpdate()
    .executeTakeFirst()
