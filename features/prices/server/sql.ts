import { sql } from 'kysely'
import type { Day } from '#kit/day.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import type { Placing, PracticePrices, PriceList } from '../contract.ts'

export const nameConstraint = 'price_lists__name'
export const listConstraint = 'practice_price_lists__list'
export const defaultConstraint = 'price_lists__default'
export const dayConstraint = 'practice_price_lists__not_past'

const placing = sql`jsonb_build_object('from', p.from_on, 'listId', p.list_id, 'list', l.name)`

/** The placing in force today, one row for each practice that has been on a list. */
const holding = ({ brandId }: Staff, today: Day) => sql`
  select distinct on (p.practice_id) p.* from practice_price_lists p
  where p.brand_id = ${brandId} and p.from_on <= ${today} order by p.practice_id, p.from_on desc`

export async function listPriceLists(staff: Staff, today: Day): Promise<PriceList[]> {
  const { rows } = await sql<PriceList>`
    with holding as (${holding(staff, today)})
    select l.id, l.name, l.is_default as "isDefault",
      (select count(*) from price_list_prices c where c.brand_id = l.brand_id and c.list_id = l.id)::int as prices,
      (select count(*) from holding where holding.list_id = l.id)::int as practices,
      (select count(distinct p.practice_id) from practice_price_lists p
        where p.brand_id = l.brand_id and p.list_id = l.id and p.from_on > ${today})::int as coming
    from price_lists l where l.brand_id = ${staff.brandId} order by l.name, l.id`.execute(staff.tx)
  return rows
}

export const findPriceList = ({ tx, brandId }: Staff, id: string) =>
  tx
    .selectFrom('price_lists')
    .select(['id', 'name', 'version', 'is_default as isDefault'])
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .executeTakeFirst()

/** Locked until the transaction ends, so that a concurrent change sees the first one. */
export const lockPriceList = ({ tx, brandId }: Staff, id: string) =>
  tx
    .selectFrom('price_lists')
    .select(['id', 'name', 'version', 'is_default as isDefault'])
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export const listPricesOf = ({ tx, brandId }: Staff, id: string) =>
  tx
    .selectFrom('price_list_prices')
    .select(['reference', 'price_cents as priceCents'])
    .where('brand_id', '=', brandId)
    .where('list_id', '=', id)
    .execute()

export async function insertPriceList({ tx, brandId }: Staff, name: string): Promise<string> {
  const { id } = await tx
    .insertInto('price_lists')
    .values({ brand_id: brandId, name })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const insertPricesOf = ({ tx, brandId }: Staff, id: string, of: string) =>
  sql`insert into price_list_prices (brand_id, list_id, reference, price_cents)
    select c.brand_id, ${id}, c.reference, c.price_cents from price_list_prices c
    where c.brand_id = ${brandId} and c.list_id = ${of}`.execute(tx)

/**
 * Copies every offered product's price, from the other list or else the catalogue, changed by so many hundredths of a per
 * cent.
 */
export const insertChangedPrices = ({ tx, brandId }: Staff, id: string, of: string | null, change: number) =>
  sql`insert into price_list_prices (brand_id, list_id, reference, price_cents)
    select p.brand_id, ${id}, p.reference,
      least(100000000, round(coalesce(c.price_cents, p.price_cents) * (10000 + ${change}::int) / 10000.0))::int
    from products p left join price_list_prices c
      on c.brand_id = p.brand_id and c.list_id = ${of}::uuid and c.reference = p.reference
    where p.brand_id = ${brandId} and not p.is_retired and coalesce(c.price_cents, p.price_cents) is not null
      and not exists (select from products later where later.brand_id = p.brand_id and later.reference = p.reference
        and later.version > p.version)`.execute(tx)

export const setName = ({ tx, brandId }: Staff, id: string, name: string) =>
  tx
    .updateTable('price_lists')
    .set({ name, version: sql`version + 1` })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .execute()

/** Replaces the previous default. */
export async function setDefault({ tx, brandId }: Staff, id: string, isDefault: boolean): Promise<void> {
  const lists = tx.updateTable('price_lists').where('brand_id', '=', brandId)
  await lists.set({ is_default: false }).where('is_default', '=', true).execute()
  if (isDefault) await lists.set({ is_default: true }).where('id', '=', id).execute()
}

type Priced = { reference: string; priceCents: number | null }

/** Which of these references are not products of the laboratory. */
export async function listUnknown({ tx, brandId }: Staff, references: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ reference: string }>`
    select asked.reference from unnest(${references}::text[]) as asked (reference)
    where not exists (select from products p where p.brand_id = ${brandId} and p.reference = asked.reference
      and p.version = 1)`.execute(tx)
  return rows.map(({ reference }) => reference)
}

export async function setPrices({ tx, brandId }: Staff, id: string, prices: readonly Priced[]): Promise<void> {
  const own = prices.flatMap(({ reference, priceCents }) => (priceCents === null ? [] : [{ reference, priceCents }]))
  await sql`delete from price_list_prices c where c.brand_id = ${brandId} and c.list_id = ${id}
    and c.reference = any(${prices.filter(({ priceCents }) => priceCents === null).map(one => one.reference)})`.execute(
    tx,
  )
  await sql`insert into price_list_prices (brand_id, list_id, reference, price_cents)
    select ${brandId}, ${id}, said.reference, said.cents
    from unnest(${own.map(one => one.reference)}::text[], ${own.map(one => one.priceCents)}::int[]) as said (reference, cents)
    on conflict (brand_id, list_id, reference) do update set price_cents = excluded.price_cents`.execute(tx)
  await sql`update price_lists set version = version + 1 where brand_id = ${brandId} and id = ${id}`.execute(tx)
}

/** Deletes past placings, too; a foreign key refuses lists with present or future ones. */
export async function deletePriceList({ tx, brandId }: Staff, id: string, today: Day): Promise<void> {
  await sql`delete from practice_price_lists p where p.brand_id = ${brandId} and p.list_id = ${id} and exists (
    select from practice_price_lists next where next.brand_id = p.brand_id and next.practice_id = p.practice_id
      and next.from_on > p.from_on and next.from_on <= ${today})`.execute(tx)
  await tx.deleteFrom('price_lists').where('brand_id', '=', brandId).where('id', '=', id).execute()
}

export async function listPracticePrices(staff: Staff, today: Day): Promise<PracticePrices[]> {
  const { tx, brandId } = staff
  const { rows } = await sql<PracticePrices>`
    with holding as (${holding(staff, today)}), now as (
      select p.practice_id, ${placing} as placing from holding p
      left join price_lists l on l.brand_id = p.brand_id and l.id = p.list_id
    ), coming as (
      select p.practice_id, jsonb_agg(${placing} order by p.from_on) as placings from practice_price_lists p
      left join price_lists l on l.brand_id = p.brand_id and l.id = p.list_id
      where p.brand_id = ${brandId} and p.from_on > ${today} group by p.practice_id
    )
    select o.id, o.name, concat_ws(' ', nullif(o.postal_code, ''), nullif(o.city, '')) as place,
      o.disabled_at is not null as "isDisabled", now.placing as now, coalesce(coming.placings, '[]') as coming
    from practices o left join now on now.practice_id = o.id left join coming on coming.practice_id = o.id
    where o.brand_id = ${brandId} order by o.name, o.id`.execute(tx)
  return rows
}

/** One practice's placings: the one in force, then those to come. */
export async function listPlacings({ tx, brandId }: Staff, practiceId: string, today: Day): Promise<Placing[]> {
  const { rows } = await sql<Placing>`
    select p.from_on as "from", p.list_id as "listId", l.name as list from practice_price_lists p
    left join price_lists l on l.brand_id = p.brand_id and l.id = p.list_id
    where p.brand_id = ${brandId} and p.practice_id = ${practiceId} and not exists (
      select from practice_price_lists next where next.brand_id = p.brand_id and next.practice_id = p.practice_id
        and next.from_on > p.from_on and next.from_on <= ${today})
    order by p.from_on`.execute(tx)
  return rows
}

/** Returns the number of practices found; they are locked in one order, so that concurrent calls wait for each other. */
export async function placePractices(
  { tx, brandId }: Staff,
  { practiceIds, listId, from }: { practiceIds: readonly string[]; listId: string | null; from: Day },
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into practice_price_lists (brand_id, practice_id, from_on, list_id)
    select o.brand_id, o.id, ${from}::date, ${listId}::uuid from practices o
    where o.brand_id = ${brandId} and o.id = any(${practiceIds}::uuid[]) order by o.id
    on conflict (brand_id, practice_id, from_on) do update set list_id = excluded.list_id, is_beginning = false`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0)
}

/** Only a placing that has not begun. */
export async function deleteComing(
  { tx, brandId }: Staff,
  { practiceId, from, today }: { practiceId: string; from: Day; today: Day },
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('practice_price_lists')
    .where('brand_id', '=', brandId)
    .where('practice_id', '=', practiceId)
    .where('from_on', '=', from)
    .where('from_on', '>', today)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
