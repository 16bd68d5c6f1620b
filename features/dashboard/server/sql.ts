import { sql } from 'kysely'
import { periodOfAbsence } from '#features/absences/server/period-sql.ts'
import { halvesOf } from '#features/absences/server/sql.ts'
import { arrivedOn } from '#features/cases/server/events-sql.ts'
import {
  countAwaited,
  countWaiting,
  hasMissedItsDay,
  isDelayed,
  isInProgress,
  problemsAnswered,
  toHandOver,
  withoutScan,
  withUnreadMessages,
} from '#features/cases/server/filters-sql.ts'
import { shownOfPromise } from '#features/cases/server/promised-sql.ts'
import { problemStates } from '#features/cases/server/sql.ts'
import type { Shift } from '#features/rides/contract.ts'
import { oneRoundOn } from '#features/rides/server/sql.ts'
import type { Day } from '#kit/day.ts'
import type { PracticeUser } from '#tenancy/server/actor.ts'
import { type Slots, statement } from '#tenancy/server/statement.ts'
import { inLanguage } from '#tenancy/server/words-sql.ts'
import type { ToDo } from '../contract.ts'

/** `first` and `last` are inclusive. */
type Days = { today: Day; first: Day; last: Day }

export const countCards = statement((db, $: Slots<PracticeUser, Days>) =>
  db
    .selectFrom('orders')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('delivery_on', '=', $.today).as('deliveriesToday'),
      fn.countAll<number>().filterWhere('status', '=', 'in_preparation').as('impressionsReceived'),
      fn.countAll<number>().filterWhere(isDelayed($.today)).as('delayedDeliveries'),
    ])
    .where('brand_id', '=', $.brandId)
    .where('practice_id', '=', $.practiceId)
    .where(isInProgress),
)

/**
 * One row; one index look-up per kind, since there are few. Row-level security hides invoices from users who may not see
 * them.
 */
export const countToDo = statement(
  (_, $: Slots<PracticeUser>) => sql<ToDo>`
    select ${countAwaited($)} as questions,
      (select count(distinct answered.order_id) ${problemsAnswered($)}) as problems,
      (select count(*) ${withUnreadMessages($)}) as messages,
      (select count(*) from order_drafts d where d.brand_id = ${$.brandId} and d.user_id = ${$.userId}) as drafts,
      (select count(*) ${withoutScan($)}) as scans,
      (select count(*) ${toHandOver($)}) as impressions,
      (select count(*) from invoices i where i.brand_id = ${$.brandId} and i.practice_id = ${$.practiceId}
        and i.type = 'pro_forma' and i.status = 'to_validate') as "proFormas",
      ${countWaiting($)} as cases`,
)

export type CaseOfDays = Awaited<ReturnType<typeof listCasesOfDays>>[number]

/** The ids are read from the index orders__all alone; only those rows are then read from the table. */
export const listCasesOfDays = statement((db, $: Slots<PracticeUser, Days>) => {
  const ofDays = db
    .selectFrom('orders')
    .select('orders.id')
    .where('orders.brand_id', '=', $.brandId)
    .where('orders.practice_id', '=', $.practiceId)
    .where('orders.status', '<>', 'cancelled')
    .where(({ or, and, between }) =>
      or([
        between('orders.delivery_on', $.first, $.last),
        and([sql<boolean>`${$.today}::date between ${$.first}::date and ${$.last}::date`, hasMissedItsDay($.today)]),
        and([
          sql<boolean>`orders.appointment_at >= (${$.first}::date)::timestamp at time zone ${$.timeZone}`,
          sql<boolean>`orders.appointment_at < (${$.last}::date + 1)::timestamp at time zone ${$.timeZone}`,
        ]),
        sql<boolean>`orders.id in (
          select e.order_id from order_events e
          where e.brand_id = ${$.brandId} and e.practice_id = ${$.practiceId} and e.status = 'delivered'
            and e.at >= (${$.first}::date)::timestamp at time zone ${$.timeZone}
            and e.at < (${$.last}::date + 1)::timestamp at time zone ${$.timeZone})`,
      ]),
    )
  return db
    .selectFrom('orders')
    .innerJoin(ofDays.as('shown'), 'shown.id', 'orders.id')
    .select([
      'orders.id',
      'orders.code',
      'orders.patient',
      'orders.patient_code as patientCode',
      inLanguage($.language, 'orders.summary').as('summary'),
      ...shownOfPromise,
      arrivedOn($),
      problemStates,
      'orders.appointment_at as appointmentDate',
    ])
    .where('orders.brand_id', '=', $.brandId)
    .where('orders.practice_id', '=', $.practiceId)
    .orderBy('orders.appointment_at')
    .orderBy('orders.code')
})

export const listRidesOfDays = statement((db, $: Slots<PracticeUser, Days>) =>
  db
    .selectFrom('rides')
    .select(['id', 'day', 'shift', 'status', 'complementary_information as complementaryInformation'])
    .where('brand_id', '=', $.brandId)
    .where('practice_id', '=', $.practiceId)
    .where('day', '>=', $.first)
    .where('day', '<=', $.last)
    .where('status', '<>', 'cancelled')
    .orderBy('day')
    .orderBy('shift'),
)

export const listAbsencesOfDays = statement((db, $: Slots<PracticeUser, Days>) =>
  db
    .selectFrom('absences')
    .select(periodOfAbsence)
    .where('brand_id', '=', $.brandId)
    .where('practice_id', '=', $.practiceId)
    // Written as in the exclusion constraint, so that its index is used.
    .where(
      sql<boolean>`${halvesOf(sql.ref('from_on'), sql.ref('to_on'), sql.ref('from_shift'), sql.ref('to_shift'))} &&
        ${halvesOf(sql`${$.first}::date`, sql`${$.last}::date`, sql`'AM'`, sql`'PM'`)}`,
    )
    .orderBy('from_on'),
)

export const findWeeks = statement((db, $: Slots<PracticeUser>) =>
  db
    .selectFrom('practices')
    .innerJoin('brands', 'brands.id', 'practices.brand_id')
    .select([
      // pg cannot parse arrays of a domain type.
      sql<number[]>`brands.working_days::smallint[]`.as('working'),
      sql<number[]>`practices.opening_days::smallint[]`.as('opening'),
    ])
    .where('practices.brand_id', '=', $.brandId)
    .where('practices.id', '=', $.practiceId),
)

/** Only days with a single round. */
export const listHalvesOfDays = statement(
  (_, $: Slots<PracticeUser, Days>) => sql<{ day: Day; half: Shift }>`
    select day, half from (
      select d::date as day, ${oneRoundOn($.brandId, sql`d`)} as half
      from generate_series((select ${$.first}::date), (select ${$.last}::date), interval '1 day') d) halves
    where half is not null`,
)

export const listHolidaysOfDays = statement((db, $: Slots<PracticeUser, Days>) =>
  db
    .selectFrom('holidays')
    .select(['day', inLanguage($.language, 'holidays.name').as('name')])
    .where('brand_id', '=', $.brandId)
    .where('day', '>=', $.first)
    .where('day', '<=', $.last),
)
