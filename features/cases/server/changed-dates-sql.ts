import { sql } from 'kysely'
import type { Day } from '#kit/day.ts'
import type { PracticeUser } from '#tenancy/server/actor.ts'

export type OrderToChange = NonNullable<Awaited<ReturnType<typeof lockOrderToChange>>>

/** As `lockOrder`, with all that a change of it depends on. */
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
  /** Computed anew from what is wished: nobody is late by that. */
  delivery_on?: Day
}

/** The laboratory is to take note of any change, of dates or of what is made. */
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
