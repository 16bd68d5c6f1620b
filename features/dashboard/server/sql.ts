import { sql } from 'kysely'
import { shownOfPromise } from '#features/cases/server/promised-sql.ts'
import { isDelayed, isInProgress } from '#features/cases/server/sql.ts'
import type { Day } from '#kit/day.ts'
import type { PracticeUser } from '#tenancy/server/actor.ts'
import { type Given, statement } from '#tenancy/server/statement.ts'

/** `first` and `last` are included. */
type Asked = { user: PracticeUser; today: Day; first: Day; last: Day }

export const countCards = (asked: Asked) => cardCounts(asked.user.tx, asked)

const cardCounts = statement((db, given: Given<Asked>) => {
  const today = given(asked => asked.today)
  return db
    .selectFrom('orders')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('delivery_on', '=', today).as('deliveriesToday'),
      fn.countAll<number>().filterWhere('status', '=', 'in_preparation').as('impressionsReceived'),
      fn.countAll<number>().filterWhere(isDelayed(today)).as('delayedDeliveries'),
    ])
    .where(
      'brand_id',
      '=',
      given(({ user }) => user.brandId),
    )
    .where(
      'practice_id',
      '=',
      given(({ user }) => user.practiceId),
    )
    .where(isInProgress)
})

export type CaseOfDays = Awaited<ReturnType<typeof listCasesOfDays>>[number]

export const listCasesOfDays = (asked: Asked) => casesOfDays(asked.user.tx, asked)

/** Which cases they are is read from the index orders__all alone; a look into the table only for those. */
const casesOfDays = statement((db, given: Given<Asked>) => {
  const [first, last] = [given(asked => asked.first), given(asked => asked.last)]
  const zone = given(({ user }) => user.timeZone)
  const ofDays = db
    .selectFrom('orders')
    .select('orders.id')
    .where(
      'orders.brand_id',
      '=',
      given(({ user }) => user.brandId),
    )
    .where(
      'orders.practice_id',
      '=',
      given(({ user }) => user.practiceId),
    )
    .where('orders.status', '<>', 'cancelled')
    .where(({ or, and, between }) =>
      or([
        between('orders.delivery_on', first, last),
        and([
          sql<boolean>`orders.appointment_at >= (${first}::date)::timestamp at time zone ${zone}`,
          sql<boolean>`orders.appointment_at < (${last}::date + 1)::timestamp at time zone ${zone}`,
        ]),
      ]),
    )
  return db
    .selectFrom('orders')
    .innerJoin(ofDays.as('shown'), 'shown.id', 'orders.id')
    .select([
      'orders.id',
      'orders.code',
      'orders.patient',
      'orders.patient_code',
      'orders.summary_fr',
      'orders.summary_en',
      ...shownOfPromise,
      'orders.appointment_at',
    ])
    .where(
      'orders.brand_id',
      '=',
      given(({ user }) => user.brandId),
    )
    .where(
      'orders.practice_id',
      '=',
      given(({ user }) => user.practiceId),
    )
    .orderBy('orders.appointment_at')
    .orderBy('orders.code')
})

export const listRidesOfDays = (asked: Asked) => ridesOfDays(asked.user.tx, asked)

const ridesOfDays = statement((db, given: Given<Asked>) =>
  db
    .selectFrom('rides')
    .select(['id', 'day', 'shift', 'status', 'complementary_information'])
    .where(
      'brand_id',
      '=',
      given(({ user }) => user.brandId),
    )
    .where(
      'practice_id',
      '=',
      given(({ user }) => user.practiceId),
    )
    .where(
      'day',
      '>=',
      given(asked => asked.first),
    )
    .where(
      'day',
      '<=',
      given(asked => asked.last),
    )
    .where('status', '<>', 'cancelled')
    .orderBy('day')
    .orderBy('shift'),
)

export const listAbsencesOfDays = (asked: Asked) => absencesOfDays(asked.user.tx, asked)

const absencesOfDays = statement((db, given: Given<Asked>) =>
  db
    .selectFrom('absences')
    .select(['from_on as from', 'to_on as to', 'is_delivery_possible as deliveryPossible'])
    .where(
      'brand_id',
      '=',
      given(({ user }) => user.brandId),
    )
    .where(
      'practice_id',
      '=',
      given(({ user }) => user.practiceId),
    )
    // As the constraint against overlaps has them in its index.
    .where(
      sql<boolean>`daterange(from_on, to_on, '[]') && daterange(${given(asked => asked.first)}, ${given(asked => asked.last)}, '[]')`,
    ),
)

export const findWeeks = (asked: Asked) => weeksOfBoth(asked.user.tx, asked)

const weeksOfBoth = statement((db, given: Given<Asked>) =>
  db
    .selectFrom('practices')
    .innerJoin('brands', 'brands.id', 'practices.brand_id')
    .select([
      // pg knows no arrays of a domain.
      sql<number[]>`brands.working_days::smallint[]`.as('working'),
      sql<number[]>`practices.opening_days::smallint[]`.as('opening'),
    ])
    .where(
      'practices.brand_id',
      '=',
      given(({ user }) => user.brandId),
    )
    .where(
      'practices.id',
      '=',
      given(({ user }) => user.practiceId),
    ),
)

export const listHolidaysOfDays = (asked: Asked) => holidaysOfDays(asked.user.tx, asked)

const holidaysOfDays = statement((db, given: Given<Asked>) =>
  db
    .selectFrom('holidays')
    .select(['day', 'name_fr', 'name_en'])
    .where(
      'brand_id',
      '=',
      given(({ user }) => user.brandId),
    )
    .where(
      'day',
      '>=',
      given(asked => asked.first),
    )
    .where(
      'day',
      '<=',
      given(asked => asked.last),
    ),
)
