import { sql } from 'kysely'
import { periodOfAbsence } from '#features/absences/server/period-sql.ts'
import { setBrand } from '#features/brand/server/settings-sql.ts'
import type { Day } from '#kit/day.ts'
import type { ForPractice, Staff } from '#tenancy/server/actor.ts'
import { inLanguage } from '#tenancy/server/words-sql.ts'
import type { CapacityDays } from '../input.ts'
import { daysFrom, type Exception, fillsWith, type Promised, type Week, type Work } from '../rules.ts'

/** An id that no case has. */
const noCase = '00000000-0000-0000-0000-000000000000'

type Days = { from: Day; to: Day }

/**
 * Serialises promises until the transaction ends, so that the next one counts this one too. Taken after absences and cases,
 * before the number of a new case.
 */
export const lockCapacity = ({ tx, brandId }: Pick<ForPractice, 'tx' | 'brandId'>) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`capacity/${brandId}`}, 0))`.execute(tx)

/** Returns days without numbers: a practice learns no more than that. */
export async function listDaysWithoutRoom(
  { tx }: Pick<ForPractice, 'tx'>,
  work: Work,
  { from, to }: Days,
  /** The case itself, when it exists already. */
  leavingOut: string | undefined,
): Promise<Day[]> {
  const { rows } = await sql<{ day: Day }>`
    select day from tenant.days_without_room(${from}, ${to}, ${JSON.stringify(work)}, ${leavingOut ?? noCase}) day`.execute(
    tx,
  )
  return rows.map(({ day }) => day)
}

export async function listPromised({ tx }: Staff, { from, to }: Days, leavingOut?: string): Promise<Promised[]> {
  const { rows } = await sql<Promised>`
    select day, family, elements::integer from tenant.promised_elements(${from}, ${to}, ${leavingOut ?? null})`.execute(
    tx,
  )
  return rows
}

/** How full the days are with this case, whatever its promised day; families by name. */
export async function listFills(staff: Staff, { id, work }: { id: string; work: Work }, { from, to }: Days) {
  const [weeks, exceptions, families, promised] = await Promise.all([
    listWeeks(staff),
    listExceptions(staff, { from, to }),
    listFamilies(staff),
    listPromised(staff, { from, to }, id),
  ])
  const days = daysFrom(from, to, () => true)
  const nameOf = (family: string | null) => families.find(one => one.id === family)?.name ?? null
  return fillsWith(work, days, { weeks, days: exceptions }, promised).map(fill => ({
    ...fill,
    family: nameOf(fill.family),
  }))
}

/** The elements of a case by family. */
export async function listWork({ tx, brandId }: Staff, orderId: string): Promise<Work> {
  const { rows } = await sql<{ family: string | null; elements: number }>`
    select p.family, sum(op.quantity)::integer as elements from order_products op
    left join products p on p.brand_id = op.brand_id and p.reference = op.reference and p.version = op.product_version
    where op.brand_id = ${brandId} and op.order_id = ${orderId} group by p.family`.execute(tx)
  return rows
}

export const findCounts = async ({ tx, brandId }: Staff): Promise<boolean> =>
  (await tx.selectFrom('brands').select('counts_capacity').where('id', '=', brandId).executeTakeFirstOrThrow())
    .counts_capacity

export const listFamilies = ({ tx, brandId, language }: Staff) =>
  tx
    .selectFrom('product_families')
    .select(['id', inLanguage(sql.val(language), 'product_families.name').as('name')])
    .where('brand_id', '=', brandId)
    .orderBy('position')
    .orderBy('id')
    .execute()

export async function listWeeks({ tx, brandId }: Staff): Promise<Week[]> {
  const { rows } = await sql<Week>`
    select w.family, array_agg(c.elements order by days.weekday) as elements
    from (select distinct family, scope from capacity_weekdays where brand_id = ${brandId}) w
    cross join generate_series(1, 7) days (weekday)
    left join capacity_weekdays c on c.brand_id = ${brandId} and c.scope = w.scope and c.weekday = days.weekday
    group by w.family, w.scope order by w.scope`.execute(tx)
  return rows
}

export const listExceptions = ({ tx, brandId }: Staff, { from, to }: Days): Promise<Exception[]> =>
  tx
    .selectFrom('capacity_days')
    .select(['day', 'family', 'elements'])
    .where('brand_id', '=', brandId)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('day')
    .orderBy('scope')
    .execute()

/** Absences of practices without deliveries, by practice name. */
export const listAway = ({ tx, brandId }: Staff, { from, to }: Days) =>
  tx
    .selectFrom('absences')
    .innerJoin('practices', join =>
      join.onRef('practices.brand_id', '=', 'absences.brand_id').onRef('practices.id', '=', 'absences.practice_id'),
    )
    .select(periodOfAbsence)
    .select(['absences.practice_id as practiceId', 'practices.name'])
    .where('absences.brand_id', '=', brandId)
    .where('from_on', '<=', to)
    .where('to_on', '>=', from)
    .where('is_delivery_possible', '=', false)
    .orderBy('practices.name')
    .orderBy('practices.id')
    .orderBy('from_on')
    .orderBy('from_shift')
    .execute()

export const countExceptions = async ({ tx, brandId }: Staff, { from, to }: Days): Promise<number> =>
  (
    await tx
      .selectFrom('capacity_days')
      .select(sql<number>`count(*)::integer`.as('days'))
      .where('brand_id', '=', brandId)
      .where('day', '>=', from)
      .where('day', '<=', to)
      .executeTakeFirstOrThrow()
  ).days

export const setCounts = (staff: Staff, isCounted: boolean) => setBrand(staff, { counts_capacity: isCounted })

/** Replaces all existing weeks. */
export async function setWeeks({ tx, brandId }: Staff, weeks: readonly Week[]): Promise<void> {
  await tx.deleteFrom('capacity_weekdays').where('brand_id', '=', brandId).execute()
  const rows = weeks.flatMap(({ family, elements }) =>
    elements.flatMap((most, index) =>
      most === null ? [] : [{ brand_id: brandId, family, weekday: index + 1, elements: most }],
    ),
  )
  if (rows.length > 0) await tx.insertInto('capacity_weekdays').values(rows).execute()
}

export async function setExceptions(
  { tx, brandId }: Staff,
  { family, from, to, elements }: CapacityDays,
): Promise<void> {
  await tx
    .deleteFrom('capacity_days')
    .where('brand_id', '=', brandId)
    .where('scope', '=', family ?? '')
    .where('day', '>=', from)
    .where('day', '<=', to)
    .execute()
  if (elements === null) return
  const rows = daysFrom(from, to, () => true).map(day => ({ brand_id: brandId, family, day, elements }))
  await tx.insertInto('capacity_days').values(rows).execute()
}
