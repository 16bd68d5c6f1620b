import { sql } from 'kysely'
import type { Day } from '#kit/day.ts'
import type { Language } from '#kit/language.ts'
import type { PracticeUser } from '#tenancy/server/actor.ts'
import type { AbsenceTab } from '../address.ts'
import type { Absence } from '../contract.ts'
import type { NewAbsence } from '../input.ts'

/** Far more than anyone scrolls through. */
const mostListed = 500

const shown = [
  'id',
  'from_on as from',
  'to_on as to',
  'is_delivery_possible as deliveryPossible',
  sql<number>`to_on - from_on + 1`.as('days'),
] as const

export const listAbsences = (user: PracticeUser, tab: AbsenceTab, today: Day): Promise<Absence[]> =>
  user.tx
    .selectFrom('absences')
    .select(shown)
    .where('brand_id', '=', user.brandId)
    .where('practice_id', '=', user.practiceId)
    .$if(tab === 'upcoming', absences => absences.where('to_on', '>=', today))
    .orderBy('from_on', tab === 'upcoming' ? 'asc' : 'desc')
    .limit(mostListed)
    .execute()

const placeOf = ({ brandId, practiceId }: PracticeUser) => `absences/${brandId}/${practiceId}`

/**
 * Who changes the absences of a practice does so alone until the transaction ends: of two absences at once the second
 * moves the deliveries that the first has moved. Those that lose against a constraint come one after the other and do not
 * wait for each other in a circle, which PostgreSQL would end after a second as a deadlock.
 */
export const lockAbsences = (user: PracticeUser) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${placeOf(user)}, 0))`.execute(user.tx)

/** For who promises a day: absences stay as they are meanwhile, and others may promise too. */
export const holdAbsences = (user: PracticeUser) =>
  sql`select pg_advisory_xact_lock_shared(hashtextextended(${placeOf(user)}, 0))`.execute(user.tx)

export const insertAbsence = (user: PracticeUser, { from, to, deliveryPossible }: NewAbsence) =>
  user.tx
    .insertInto('absences')
    .values({
      brand_id: user.brandId,
      practice_id: user.practiceId,
      from_on: from,
      to_on: to,
      is_delivery_possible: deliveryPossible,
      created_by: user.userId,
    })
    .returning(shown)
    .executeTakeFirstOrThrow()

/** What has been cannot be changed: nothing where it is over. As it was before. */
export async function updateAbsence(
  user: PracticeUser,
  id: string,
  { from, to, deliveryPossible }: NewAbsence,
  today: Day,
) {
  const ofAbsence = { brand_id: user.brandId, practice_id: user.practiceId, id }
  const before = await user.tx
    .selectFrom('absences')
    .select(shown)
    .where(({ eb, and }) => and([and(ofAbsence), eb('to_on', '>=', today)]))
    .executeTakeFirst()
  if (!before) return undefined
  const after = await user.tx
    .updateTable('absences')
    .set({ from_on: from, to_on: to, is_delivery_possible: deliveryPossible })
    .where(({ and }) => and(ofAbsence))
    .returning(shown)
    .executeTakeFirstOrThrow()
  return { before, after }
}

/** All that is done since then is undone, as if it had only been asked. */
export async function undoing<T>({ tx }: PracticeUser, work: () => Promise<T>): Promise<T> {
  await sql`savepoint asked`.execute(tx)
  try {
    return await work()
  } finally {
    await sql`rollback to savepoint asked`.execute(tx)
  }
}

/** For whom each of these cases is, and when the patient comes. */
export const listPatients = (user: PracticeUser, ids: readonly string[]) =>
  user.tx
    .selectFrom('orders')
    .select(['id', 'patient', 'patient_code as patientCode', 'appointment_at as appointmentDate'])
    .where('brand_id', '=', user.brandId)
    .where('practice_id', '=', user.practiceId)
    .where('id', 'in', ids)
    .execute()

/** What has been cannot be undone: nothing where it is over. */
export const deleteAbsence = (user: PracticeUser, id: string, today: Day) =>
  user.tx
    .deleteFrom('absences')
    .where('brand_id', '=', user.brandId)
    .where('practice_id', '=', user.practiceId)
    .where('id', '=', id)
    .where('to_on', '>=', today)
    .returning(shown)
    .executeTakeFirst()

/** In which the laboratory is written to, where nobody of it is there to ask. */
export const findLaboratoryLanguage = async (user: PracticeUser) =>
  (
    await user.tx
      .selectFrom('brands')
      .select('default_language')
      .where('id', '=', user.brandId)
      .executeTakeFirstOrThrow()
  ).default_language as Language
