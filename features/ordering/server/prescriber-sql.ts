import { type SqlBool, sql } from 'kysely'
import { fullNameOf } from '#features/people/server/names-sql.ts'
import type { ForPractice } from '#tenancy/server/actor.ts'

/** The doctors of a practice, including a manager with a dentist's title. DLCPM users are excluded, as they may not order. */
export const listDoctors = (user: ForPractice) =>
  user.tx
    .selectFrom('users')
    .select(['id', fullNameOf('users').as('name')])
    .where('brand_id', '=', user.brandId)
    .where('practice_id', '=', user.practiceId)
    .where(eb => eb.or([eb('account_type', '=', 'doctor'), sql<SqlBool>`is_dentist(title)`]))
    .where('is_dlcpm', '=', false)
    .where('disabled_at', 'is', null)
    .orderBy('last_name')
    .orderBy('first_name')
    .execute()

/** Enough cases to find the usual prescribers; the index by code returns them in this order. */
const lately = 100

/** The prescribers of the practice's latest cases, newest first. */
export const listLatePrescribers = (user: ForPractice) =>
  user.tx
    .selectFrom('orders')
    .select(['prescriber_id', 'prescriber', 'ordered_by'])
    .where('brand_id', '=', user.brandId)
    .where('practice_id', '=', user.practiceId)
    .orderBy('code', 'desc')
    .limit(lately)
    .execute()
