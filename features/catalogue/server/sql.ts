import { sql } from 'kysely'
import type { OneRound } from '#features/absences/rules.ts'
import { periodOfAbsence } from '#features/absences/server/period-sql.ts'
import { type Day, dayInZone } from '#kit/day.ts'
import { problem } from '#kit/problem.ts'
import { may } from '#tenancy/rights.ts'
import { type ForPractice, onBehalfOf, type Staff } from '#tenancy/server/actor.ts'
import { type Slots, statement } from '#tenancy/server/statement.ts'
import { inLanguage } from '#tenancy/server/words-sql.ts'
import type { CatalogueProduct, DeliveryCalendar } from '../contract.ts'
import { horizonOf, withoutReasons } from '../rules.ts'

type Days = { since: Day; horizon: Day }

export type ProductRow = Awaited<ReturnType<typeof listProducts>>[number]

/** The products that can be ordered: the latest version of each, unless it is retired. In the order of the catalogue. */
export const listProducts = statement((db, $: Slots<ForPractice>) =>
  db
    .selectFrom('products')
    .innerJoin('product_families as families', join =>
      join.onRef('families.brand_id', '=', 'products.brand_id').onRef('families.id', '=', 'products.family'),
    )
    .leftJoin(
      sql<{ reference: string; price_cents: number }>`practice_prices(${$.brandId}::uuid, ${$.practiceId}::uuid)`.as(
        'listed',
      ),
      join => join.onRef('listed.reference', '=', 'products.reference'),
    )
    .select([
      'products.reference',
      'products.version',
      'products.family',
      'families.name_fr as family_fr',
      'families.name_en as family_en',
      'products.label_fr',
      'products.label_en',
      'products.name_one_fr',
      'products.name_many_fr',
      'products.name_one_en',
      'products.name_many_en',
      'products.lead_days',
      'products.tooth_need',
      'products.minimum_teeth',
      'products.has_pontics',
      'products.sector_need',
      'products.shade_need',
      'products.implant_need',
      'products.vat',
      // This practice's price, if it has a price list.
      sql<number | null>`coalesce(listed.price_cents, products.price_cents)`.as('price_cents'),
    ])
    .where('products.brand_id', '=', $.brandId)
    .where('products.is_retired', '=', false)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('products as later')
            .select('later.version')
            .whereRef('later.brand_id', '=', 'products.brand_id')
            .whereRef('later.reference', '=', 'products.reference')
            .whereRef('later.version', '>', 'products.version'),
        ),
      ),
    )
    .orderBy('families.position')
    .orderBy('families.id')
    .orderBy('products.position')
    .orderBy('products.reference'),
)

const noPractice = '00000000-0000-0000-0000-000000000000'

/** The same at the laboratory's general prices, without any price list. */
export const listOffered = (staff: Staff) => listProducts(onBehalfOf(staff, noPractice))

/**
 * Everything besides the products that decides when work arrives at this practice; holidays are named in the reader's
 * language. Work that was ordered earlier is reckoned from its own day: `since` adds the days closed until today.
 */
export async function findCalendar(user: ForPractice, since?: Day): Promise<DeliveryCalendar> {
  const today = dayInZone(new Date(), user.timeZone)
  const days = { since: since && since < today ? since : today, horizon: horizonOf(today) }
  const [[weeks], holidays, absences] = await Promise.all([
    weeksOfBoth(user),
    comingHolidays(user, days),
    comingAbsences(user, days),
  ])
  // The user's practice was merged into another just now: a retry reads the new one.
  if (!weeks) throw problem('conflict')
  const { counts_capacity, ...ofWeeks } = weeks
  const known = { ...ofWeeks, ...(counts_capacity && { askForDay: true as const }), holidays, absences }
  // Staff always see absences: otherwise drivers would stand before a closed door.
  return user.kind === 'staff' || may(user, 'absences') ? known : withoutReasons(known, today)
}

/** The weekdays with a single round, and its half of the day: a `rounds` row without a cut-off means that there is no round. */
export const oneRounds = sql<OneRound[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('weekday', one.weekday, 'shift', one.shift) order by one.weekday), '[]')
  from (
    select r.weekday, case min(r.shift) when 'AM' then 'PM' else 'AM' end as shift from rounds r
    where r.brand_id = brands.id and r.cutoff is null group by r.weekday having count(*) = 1) one)`

const weeksOfBoth = statement((db, $: Slots<ForPractice>) =>
  db
    .selectFrom('practices')
    .innerJoin('brands', 'brands.id', 'practices.brand_id')
    .select([
      // pg does not parse arrays of a domain type.
      sql<number[]>`brands.working_days::smallint[]`.as('workingDays'),
      sql<number[]>`practices.delivery_days::smallint[]`.as('deliveryDays'),
      sql<number[]>`practices.opening_days::smallint[]`.as('openingDays'),
      'brands.physical_transport_days as physicalTransportDays',
      'brands.appointment_buffer_days as appointmentBufferDays',
      oneRounds.as('oneRounds'),
      'brands.counts_capacity',
    ])
    .where('practices.brand_id', '=', $.brandId)
    .where('practices.id', '=', $.practiceId),
)

const comingHolidays = statement((db, $: Slots<ForPractice, Days>) =>
  db
    .selectFrom('holidays')
    .select(['day', inLanguage($.language, 'holidays.name').as('name')])
    .where('brand_id', '=', $.brandId)
    .where('day', '>=', $.since)
    .where('day', '<=', $.horizon)
    .orderBy('day'),
)

const comingAbsences = statement((db, $: Slots<ForPractice, Days>) =>
  db
    .selectFrom('absences')
    .select(periodOfAbsence)
    .where('brand_id', '=', $.brandId)
    .where('practice_id', '=', $.practiceId)
    .where('to_on', '>=', $.since)
    .orderBy('from_on'),
)

/** In the shape that the rules of a prescription use. */
export const needsOf = (row: ProductRow): CatalogueProduct['needs'] => ({
  teeth: row.tooth_need,
  minimumTeeth: row.minimum_teeth,
  hasPontics: row.has_pontics,
  sector: row.sector_need,
  shade: row.shade_need,
  implant: row.implant_need,
})
