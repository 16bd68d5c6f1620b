import { sql } from 'kysely'
import type { Day } from '#kit/day.ts'
import type { PracticeUser } from '#tenancy/server/actor.ts'

export type OrderToChange = NonNullable<Awaited<ReturnType<typeof lockOrderToChange>>>

/** Like `lockOrder`, with every column that a change depends on. */
export const lockOrderToChange = (user: PracticeUser, id: string) =>
  user.tx
    .selectFrom('orders')
    .select([
      'id',
      'practice_id',
      'status',
      'held_from',
      'print_type',
      'wished_on',
      'appointment_at',
      'comment',
      'delivery_on',
      'is_delivery_confirmed',
      'moved_from_on',
      'excused_on',
      'created_at',
      sql<boolean>`orders.remake_of is not null`.as('isRemake'),
    ])
    .where('brand_id', '=', user.brandId)
    .where('practice_id', '=', user.practiceId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

export type ChangedDates = {
  wished_on?: Day | null
  appointment_at?: string | null
  /** Computed anew from the wished day; nobody becomes late by it. */
  delivery_on?: Day
}

/** Marks the case for the laboratory to acknowledge, whether dates or the work changed. */
export const setChanged = (user: PracticeUser, id: string, { delivery_on, ...dates }: ChangedDates) =>
  user.tx
    .updateTable('orders')
    .set({
      ...dates,
      ...(delivery_on === undefined ? {} : { delivery_on, first_delivery_on: delivery_on }),
      changed_at: sql<string>`now()`,
    })
    .where('brand_id', '=', user.brandId)
    .where('practice_id', '=', user.practiceId)
    .where('id', '=', id)
    .execute()
