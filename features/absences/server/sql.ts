import { randomUUID } from 'node:crypto'
import { type Expression, sql } from 'kysely'
import { sharedCalendarLock } from '#features/calendar/server/staff-sql.ts'
import type { Day } from '#kit/day.ts'
import type { PracticeUser, SignedIn } from '#tenancy/server/actor.ts'
import type { AbsenceTab } from '../address.ts'
import type { Absence } from '../contract.ts'
import type { Halves, NewAbsence } from '../input.ts'
import { periodOfAbsence } from './period-sql.ts'

/** Far more than anyone scrolls through, or than a few weekly absences produce. */
const mostListed = 1_000

const shown = [
  'id',
  ...periodOfAbsence,
  'repeats as every',
  'series_id as seriesId',
  sql<number>`(to_on - from_on + 1 - (from_shift = 'PM')::int * 0.5 - (to_shift = 'AM')::int * 0.5)::float8`.as('days'),
] as const

/** In half days, written as in the exclusion constraint, so that its index is used. */
export const halvesOf = (
  from: Expression<unknown>,
  to: Expression<unknown>,
  fromShift: Expression<unknown>,
  toShift: Expression<unknown>,
) =>
  sql`int4range((${from} - date '2000-01-01') * 2 + (${fromShift} = 'PM')::int, (${to} - date '2000-01-01') * 2 + (${toShift} = 'PM')::int, '[]')`

export const listAbsences = (user: OfPractice, tab: AbsenceTab, today: Day): Promise<Absence[]> =>
  user.tx
    .selectFrom('absences')
    .select(shown)
    .where('brand_id', '=', user.brandId)
    .where('practice_id', '=', user.practiceId)
    .$if(tab === 'upcoming', absences => absences.where('to_on', '>=', today))
    .orderBy('from_on', tab === 'upcoming' ? 'asc' : 'desc')
    .orderBy('from_shift', tab === 'upcoming' ? 'asc' : 'desc')
    .orderBy('id')
    .limit(mostListed)
    .execute()

type OfPractice = Pick<PracticeUser, 'tx' | 'brandId' | 'practiceId'>

const placeOf = ({ brandId, practiceId }: OfPractice) =>
  sql`hashtextextended(${`absences/${brandId}/${practiceId}`}, 0)`

/**
 * An exclusive lock for changing a practice's absences: of two concurrent changes, the second moves the deliveries that the
 * first has moved, and those that violate a constraint fail one after the other instead of deadlocking. The laboratory's
 * calendar lock is taken first, shared, in the same statement, since callers send reads behind it without waiting.
 */
export const lockAbsences = (user: OfPractice) =>
  sql`select ${sharedCalendarLock(user.brandId)}, pg_advisory_xact_lock(${placeOf(user)})`.execute(user.tx)

/** For promising a day: absences cannot change meanwhile, but others may promise too. */
export const lockAbsencesShared = (user: OfPractice) =>
  sql`select ${sharedCalendarLock(user.brandId)}, pg_advisory_xact_lock_shared(${placeOf(user)})`.execute(user.tx)

const valuesOf = ({ from, to, fromShift, toShift, deliveryPossible }: Halves) => ({
  from_on: from,
  to_on: to,
  from_shift: fromShift,
  to_shift: toShift,
  is_delivery_possible: deliveryPossible,
})

export const insertAbsence = (user: PracticeUser, absence: Halves) =>
  user.tx
    .insertInto('absences')
    .values({
      brand_id: user.brandId,
      practice_id: user.practiceId,
      ...valuesOf(absence),
      created_by: user.userId,
    })
    .returning(shown)
    .executeTakeFirstOrThrow()

type Series = Halves & { every: NonNullable<NewAbsence['every']> }

/** Inserts these dates, except those on which another absence exists. */
export async function insertSeries(
  user: PracticeUser,
  absence: Series,
  times: readonly { from: Day; to: Day }[],
  series_id: string = randomUUID(),
) {
  if (times.length === 0) return []
  return user.tx
    .insertInto('absences')
    .values(
      times.map(time => ({
        brand_id: user.brandId,
        practice_id: user.practiceId,
        ...valuesOf({ ...absence, ...time }),
        series_id,
        repeats: absence.every,
        created_by: user.userId,
      })),
    )
    .onConflict(other => other.constraint('absences__overlap').doNothing())
    .returning(shown)
    .execute()
}

const halvesOfRow = halvesOf(sql.ref('from_on'), sql.ref('to_on'), sql.ref('from_shift'), sql.ref('to_shift'))
const halvesOfDays = ({ from, to, fromShift, toShift }: Halves) =>
  halvesOf(sql`${from}::date`, sql`${to}::date`, sql`${fromShift}::text`, sql`${toShift}::text`)

/** The first absence that overlaps these days, ignoring the one being changed and those that would be replaced. */
export const findOverlapped = (
  user: PracticeUser,
  absence: Halves,
  { except, replacedFrom }: { except: Pick<Absence, 'id' | 'seriesId'> | undefined; replacedFrom: Day | undefined },
): Promise<Absence | undefined> =>
  user.tx
    .selectFrom('absences')
    .select(shown)
    .where('brand_id', '=', user.brandId)
    .where('practice_id', '=', user.practiceId)
    .where(sql<boolean>`${halvesOfRow} && ${halvesOfDays(absence)}`)
    .where(sql<boolean>`id is distinct from ${except?.id ?? null}::uuid`)
    .$if(replacedFrom === undefined && except?.seriesId != null, absences =>
      absences.where('series_id', 'is distinct from', except?.seriesId ?? null),
    )
    .$if(replacedFrom !== undefined, absences =>
      absences.where(
        sql<boolean>`not (series_id is not null and to_on >= ${replacedFrom ?? null}::date and ${halvesOfRow} <@ ${halvesOfDays(absence)})`,
      ),
    )
    .orderBy('from_on')
    .orderBy('from_shift')
    .limit(1)
    .executeTakeFirst()

/** Deletes future dates of recurring absences within these days, which the new absence replaces. */
export const deleteWithin = (user: PracticeUser, absence: Halves, today: Day, except?: string) =>
  user.tx
    .deleteFrom('absences')
    .where('brand_id', '=', user.brandId)
    .where('practice_id', '=', user.practiceId)
    .where('series_id', 'is not', null)
    .where('to_on', '>=', today)
    .$if(except !== undefined, absences => absences.where('id', '<>', except ?? ''))
    .where(sql<boolean>`${halvesOfRow} <@ ${halvesOfDays(absence)}`)
    .returning(shown)
    .execute()

/** Undefined when it is over. */
export const findAbsence = (user: PracticeUser, id: string, today: Day) =>
  user.tx
    .selectFrom('absences')
    .select(shown)
    .where('brand_id', '=', user.brandId)
    .where('practice_id', '=', user.practiceId)
    .where('id', '=', id)
    .where('to_on', '>=', today)
    .executeTakeFirst()

/** Returns the absence as it was before; undefined when it is over, since the past cannot be changed. */
export async function updateAbsence(user: PracticeUser, id: string, absence: Halves, today: Day) {
  const ofAbsence = { brand_id: user.brandId, practice_id: user.practiceId, id }
  const before = await findAbsence(user, id, today)
  if (!before) return undefined
  const after = await user.tx
    .updateTable('absences')
    .set(valuesOf(absence))
    .where(({ and }) => and(ofAbsence))
    .returning(shown)
    .executeTakeFirstOrThrow()
  return { before, after }
}

/** Runs `work` and rolls back everything it did. */
export async function undoing<T>({ tx }: Pick<PracticeUser, 'tx'>, work: () => Promise<T>): Promise<T> {
  await sql`savepoint asked`.execute(tx)
  try {
    return await work()
  } finally {
    await sql`rollback to savepoint asked`.execute(tx)
  }
}

/** The patients of these cases, of one practice or of any (`practiceId` null), and their appointments. */
export const listPatients = (
  { tx, brandId, practiceId }: Pick<SignedIn, 'tx' | 'brandId' | 'practiceId'>,
  ids: readonly string[],
) =>
  tx
    .selectFrom('orders')
    .select(['id', 'patient', 'patient_code as patientCode', 'appointment_at as appointmentDate'])
    .where('brand_id', '=', brandId)
    .$if(practiceId !== null, orders => orders.where('practice_id', '=', practiceId))
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()

/** Undefined when it is over, since the past cannot be changed. */
export const deleteAbsence = (user: PracticeUser, id: string, today: Day) =>
  user.tx
    .deleteFrom('absences')
    .where('brand_id', '=', user.brandId)
    .where('practice_id', '=', user.practiceId)
    .where('id', '=', id)
    .where('to_on', '>=', today)
    .returning(shown)
    .executeTakeFirst()

/** Deletes the dates that are not over, optionally only those from a day on. */
export const deleteSeries = (user: PracticeUser, seriesId: string, today: Day, from: Day = today) =>
  user.tx
    .deleteFrom('absences')
    .where('brand_id', '=', user.brandId)
    .where('practice_id', '=', user.practiceId)
    .where('series_id', '=', seriesId)
    .where('to_on', '>=', today)
    // A date that began before today and is still running counts as future.
    .$if(from > today, absences => absences.where('from_on', '>=', from))
    .returning(shown)
    .execute()

/** The language for writing to the laboratory when none of its users is involved. */
export const findLaboratoryLanguage = async (user: PracticeUser) =>
  (
    await user.tx
      .selectFrom('brands')
      .select('default_language')
      .where('id', '=', user.brandId)
      .executeTakeFirstOrThrow()
  ).default_language

/** Whether it has dates that are not over. */
export const hasTimesLeft = async (user: PracticeUser, seriesId: string, today: Day) =>
  (await user.tx
    .selectFrom('absences')
    .select('id')
    .where('brand_id', '=', user.brandId)
    .where('practice_id', '=', user.practiceId)
    .where('series_id', '=', seriesId)
    .where('to_on', '>=', today)
    .limit(1)
    .executeTakeFirst()) !== undefined
