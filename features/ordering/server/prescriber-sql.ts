import { type SqlBool, sql } from 'kysely'
import { fullNameOf } from '#features/account/server/sql.ts'
import type { ForPractice } from '#tenancy/server/actor.ts'

/** Who may prescribe in a practice: its doctors, one who manages it too, save those who may not order either. */
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

/** Enough to find again whom one orders for; the index by code has them in this order. */
const lately = 100

/** Who prescribed the last cases of the practice, newest first. */
export const listLatePrescribers = (user: ForPractice) =>
  user.tx
    .selectFrom('orders')
    .select(['prescriber_id', 'prescriber', 'ordered_by'])
    .where('brand_id', '=', user.brandId)
    .where('practice_id', '=', user.practiceId)
    .orderBy('code', 'desc')
    .limit(lately)
    .execute()
