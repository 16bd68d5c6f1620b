import { sql } from 'kysely'
import { setBrand } from '#features/brand/server/settings-sql.ts'
import type { DeliveryCalendar } from '#features/catalogue/contract.ts'
import { oneRounds } from '#features/catalogue/server/sql.ts'
import type { Day } from '#kit/day.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import type { Week } from '../input.ts'
import type { ClosedDay } from '../staff-contract.ts'

export const findWeek = ({ tx, brandId }: Staff) =>
  tx
    .selectFrom('brands')
    .select([
      // pg cannot parse arrays of a domain type.
      sql<number[]>`working_days::smallint[]`.as('workingDays'),
      'physical_transport_days as physicalTransportDays',
      'appointment_buffer_days as appointmentBufferDays',
      oneRounds.as('oneRounds'),
      'default_language as language',
    ])
    .where('id', '=', brandId)
    .executeTakeFirstOrThrow()

const placeOf = (brandId: string) => sql`hashtextextended(${`calendar/${brandId}`}, 0)`

/** An exclusive lock for changing the calendar, so that deliveries are moved by the calendar that then holds. */
export const lockCalendar = ({ tx, brandId }: Staff) =>
  sql`select pg_advisory_xact_lock(${placeOf(brandId)})`.execute(tx)

/**
 * A shared lock for promising a day or moving a delivery to one: no day can be closed meanwhile, but others may promise too.
 */
export const sharedCalendarLock = (brandId: string) => sql`pg_advisory_xact_lock_shared(${placeOf(brandId)})`

export const setWeek = (staff: Staff, week: Week) =>
  setBrand(staff, {
    working_days: sql<string[]>`${week.workingDays.toSorted()}::smallint[]`,
    physical_transport_days: week.physicalTransportDays,
    appointment_buffer_days: week.appointmentBufferDays,
  })

export const listClosed = ({ tx, brandId }: Staff, from: Day): Promise<ClosedDay[]> =>
  tx
    .selectFrom('holidays')
    .select(['day', 'name_fr as nameFr', 'name_en as nameEn'])
    .where('brand_id', '=', brandId)
    .where('day', '>=', from)
    .orderBy('day')
    .execute()

export async function insertClosed({ tx, brandId }: Staff, days: readonly ClosedDay[]): Promise<void> {
  await tx
    .insertInto('holidays')
    .values(days.map(({ day, nameFr, nameEn }) => ({ brand_id: brandId, day, name_fr: nameFr, name_en: nameEn })))
    .onConflict(conflict => conflict.columns(['brand_id', 'day']).doNothing())
    .execute()
}

export const deleteClosed = async ({ tx, brandId }: Staff, day: Day): Promise<boolean> =>
  (await tx.deleteFrom('holidays').where('brand_id', '=', brandId).where('day', '=', day).executeTakeFirst())
    .numDeletedRows === 1n

/** For each of these practices, what besides the laboratory decides on which days it can receive deliveries. */
export async function listPracticeDays({ tx, brandId }: Staff, practiceIds: readonly string[], today: Day) {
  const { rows } = await sql<
    Required<Pick<DeliveryCalendar, 'deliveryDays' | 'openingDays' | 'absences'>> & { id: string }
  >`
    select p.id, p.delivery_days::smallint[] as "deliveryDays", p.opening_days::smallint[] as "openingDays",
      coalesce((
        select jsonb_agg(jsonb_build_object('from', a.from_on, 'to', a.to_on,
          'fromShift', a.from_shift, 'toShift', a.to_shift, 'deliveryPossible', a.is_delivery_possible))
        from absences a where a.brand_id = p.brand_id and a.practice_id = p.id and a.to_on >= ${today}), '[]') as absences
    from practices p where p.brand_id = ${brandId} and p.id = any(${practiceIds}::uuid[])`.execute(tx)
  return rows
}

/** Open pickups on one of these days. */
export const listPickupsOn = ({ tx, brandId }: Staff, days: readonly Day[]) =>
  tx
    .selectFrom('rides')
    .innerJoin('practices', join =>
      join.onRef('practices.brand_id', '=', 'rides.brand_id').onRef('practices.id', '=', 'rides.practice_id'),
    )
    .select(['practices.name as practice', 'rides.day as date', 'rides.shift'])
    .where('rides.brand_id', '=', brandId)
    .where('rides.day', 'in', [...days])
    .where('rides.status', 'in', ['requested', 'confirmed'])
    .orderBy('rides.day')
    .orderBy('rides.shift')
    .orderBy('practices.name')
    .limit(200)
    .execute()
