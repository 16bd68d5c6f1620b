import { type SqlBool, sql } from 'kysely'
import type * as v from 'valibot'
import type { Staff } from '#tenancy/server/actor.ts'
import type { Lot, LotChoice, MaterialRow } from '../contract.ts'
import type { LotDecision, NewLot, NewMaterial } from '../input.ts'
import { type LotFault, lotFaults } from '../rules.ts'

type Entered<S extends v.GenericSchema> = v.InferOutput<S>
type Signer = { name: string }

const mostListed = 500

/**
 * The same reasons, in the same order, as `material_is_usable` (migration 0055). The day is read in a sub-select, so that
 * it is evaluated once and not for each lot.
 */
const faultOf = (brandId: string) => sql<LotFault | null>`case
  when l.state = 'blocked' then 'lot_blocked'
  when l.state = 'used_up' then 'lot_used_up'
  when l.checked_at is null then 'lot_unchecked'
  when l.expires_on < (select today_of(${brandId})) then 'lot_expired'
  when m.certificate_ends_on < (select today_of(${brandId})) then 'certificate_ended'
end`

const materialColumns = sql`m.id, m.name, m.maker, m.kind, m.standard, m.label_code as "labelCode", m.certificate,
  m.certificate_ends_on as "certificateEndsOn", m.is_implantable as "isImplantable", m.is_retired as "isRetired"`

/** Whether any lot could be used today. */
export async function hasUsableLot({ tx, brandId }: Staff): Promise<boolean> {
  const { rows } = await sql`
    select from material_lots l join materials m on m.brand_id = l.brand_id and m.id = l.material_id
    where l.brand_id = ${brandId} and l.state = 'usable' and ${faultOf(brandId)} is null and not m.is_retired
    limit 1`.execute(tx)
  return rows.length > 0
}

/**
 * Every search word must occur in name, maker, code or lot numbers. Lots used up or blocked, which over the years are
 * nearly all, are read only for their numbers and only when searching.
 */
export async function listMaterials({ tx, brandId }: Staff, search = ''): Promise<MaterialRow[]> {
  const numbers = sql`(select string_agg(known.number, ' ') from material_lots known
    where known.brand_id = m.brand_id and known.material_id = m.id)`
  const isFound =
    search.trim() === ''
      ? sql<SqlBool>`true`
      : sql<SqlBool>`searchable(concat_ws(' ', m.name, m.maker, m.label_code, ${numbers})) like all (search_patterns(${search}))`
  const { rows } = await sql<MaterialRow>`
    select ${materialColumns}, lots.usable as "usableLots", lots.next_expiry as "nextExpiry", lots.unchecked as "uncheckedLots"
    from materials m cross join lateral (
      select count(*) filter (where ${faultOf(brandId)} is null) as usable,
        min(l.expires_on) filter (where ${faultOf(brandId)} is null) as next_expiry,
        count(*) filter (where l.checked_at is null) as unchecked
      from material_lots l where l.brand_id = m.brand_id and l.material_id = m.id and l.state = 'usable') as lots
    where m.brand_id = ${brandId} and ${isFound}
    order by m.is_retired, m.name collate natural_order, m.maker limit ${mostListed}`.execute(tx)
  return rows
}

export async function findMaterial({ tx, brandId }: Staff, id: string) {
  const { rows } = await sql<Omit<MaterialRow, 'usableLots' | 'nextExpiry' | 'uncheckedLots'>>`
    select ${materialColumns} from materials m where m.brand_id = ${brandId} and m.id = ${id}`.execute(tx)
  return rows[0]
}

/** Latest arrival first. */
export const listLots = (staff: Staff, materialId: string) =>
  lotsWhere(staff, sql<SqlBool>`l.material_id = ${materialId}`)

export const findLot = async (staff: Staff, id: string) => (await lotsWhere(staff, sql<SqlBool>`l.id = ${id}`))[0]

async function lotsWhere({ tx, brandId }: Staff, condition: ReturnType<typeof sql<SqlBool>>) {
  const { rows } = await sql<Lot & { material: { id: string; name: string; maker: string } }>`
    select l.id, l.number, l.arrived_on as "arrivedOn", l.expires_on as "expiresOn", l.state, ${faultOf(brandId)} as fault,
      case when l.checked_at is not null then
        json_build_object('by', l.checked_by_name, 'at', to_json(l.checked_at at time zone 'UTC') #>> '{}' || 'Z') end as checked,
      case when l.state = 'blocked' then json_build_object('because', l.blocked_because, 'by', l.blocked_by_name,
        'at', to_json(l.blocked_at at time zone 'UTC') #>> '{}' || 'Z') end as blocked,
      (select count(distinct u.order_id) from order_product_materials u
        where u.brand_id = l.brand_id and u.lot_id = l.id) as "casesCount",
      json_build_object('id', m.id, 'name', m.name, 'maker', m.maker) as material
    from material_lots l join materials m on m.brand_id = l.brand_id and m.id = l.material_id
    where l.brand_id = ${brandId} and ${condition}
    order by l.arrived_on desc, l.number collate natural_order limit ${mostListed}`.execute(tx)
  return rows
}

/** Sorts before any character that could continue a word: the exclusive end of the index range. */
const firstAfter = '\t'

/**
 * Lots by number in any state, so that the user learns why one is refused; by name of their material only usable ones. The
 * collation (migration 0236) sorts lower case before every other spelling of a number, so the range begins there.
 */
export async function listLotChoices(
  { tx, brandId }: Staff,
  { words, labelCode = null }: { words: string; labelCode?: string | null | undefined },
): Promise<LotChoice[]> {
  const choice = sql`l.id, l.number, l.expires_on as "expiresOn", m.name, m.maker, ${faultOf(brandId)} as fault`
  const folded = sql`lower(upper(${words}::text))`
  const { rows } = await sql<LotChoice>`
    select id, number, "expiresOn", name, maker, fault from (
      select ${choice}, true as "isNumber"
      from material_lots l join materials m on m.brand_id = l.brand_id and m.id = l.material_id
      where l.brand_id = ${brandId} and l.number collate "fr-x-icu" >= ${folded}
        and l.number collate "fr-x-icu" < ${folded} || ${firstAfter}::text and upper(l.number) = upper(${words})
        and (${labelCode}::text is null or m.label_code is null or m.label_code = ${labelCode})
      union all
      select ${choice}, false
      from (select * from materials named where named.brand_id = ${brandId} and not named.is_retired
          and ${labelCode}::text is null
          and searchable(concat_ws(' ', named.name, named.maker)) like all (search_patterns(${words})) offset 0) m
        join material_lots l on l.brand_id = m.brand_id and l.material_id = m.id
      where l.brand_id = ${brandId} and l.state = 'usable' and ${faultOf(brandId)} is null
        and upper(l.number) <> upper(${words})) found
    order by "isNumber" desc, "expiresOn" nulls last, name limit 20`.execute(tx)
  return rows
}

const columnsOf = (material: Entered<typeof NewMaterial>) => ({
  name: material.name,
  maker: material.maker,
  kind: material.kind,
  standard: material.standard,
  label_code: material.labelCode,
  certificate: material.certificate,
  certificate_ends_on: material.certificateEndsOn,
  is_implantable: material.isImplantable,
  is_retired: material.isRetired,
})

export const insertMaterial = ({ tx, brandId }: Staff, material: Entered<typeof NewMaterial>) =>
  tx
    .insertInto('materials')
    .values({ brand_id: brandId, ...columnsOf(material) })
    .returning('id')
    .executeTakeFirstOrThrow()

/** Returns whether the material exists. */
export async function setMaterial({ tx, brandId }: Staff, id: string, material: Entered<typeof NewMaterial>) {
  const { numUpdatedRows } = await tx
    .updateTable('materials')
    .set(columnsOf(material))
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const insertLot = (
  { tx, brandId, userId }: Staff,
  materialId: string,
  { number, arrivedOn, expiresOn, isChecked }: Entered<typeof NewLot>,
  { name }: Signer,
) =>
  tx
    .insertInto('material_lots')
    .values({
      brand_id: brandId,
      material_id: materialId,
      number,
      arrived_on: arrivedOn,
      expires_on: expiresOn,
      ...(isChecked ? { checked_by: userId, checked_by_name: name, checked_at: sql<string>`now()` } : {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow()

/** Returns whether the lot was updated: false where it does not exist or was checked already. */
export async function setChecked({ tx, brandId, userId }: Staff, id: string, { name }: Signer) {
  const { numUpdatedRows } = await tx
    .updateTable('material_lots')
    .set({ checked_by: userId, checked_by_name: name, checked_at: sql<string>`now()` })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .where('checked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function setExpiry({ tx, brandId }: Staff, id: string, expiresOn: string | null) {
  const { numUpdatedRows } = await tx
    .updateTable('material_lots')
    .set({ expires_on: expiresOn })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Skips a lot that is in this state already: of two users who block it at once, the first gives the reason. */
export async function setLotState(
  { tx, brandId, userId }: Staff,
  id: string,
  decision: Entered<typeof LotDecision>,
  { name }: Signer,
) {
  const blocked =
    decision.state === 'blocked'
      ? { blocked_because: decision.because, blocked_by: userId, blocked_by_name: name, blocked_at: sql<string>`now()` }
      : { blocked_because: null, blocked_by: null, blocked_by_name: null, blocked_at: null }
  const { numUpdatedRows } = await tx
    .updateTable('material_lots')
    .set({ state: decision.state, ...blocked })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .where('state', '<>', decision.state)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The reason for which the database has refused a lot. */
export const faultIn = (error: unknown): LotFault | undefined =>
  lotFaults.find(
    fault =>
      error instanceof Error && 'constraint' in error && error.constraint === `order_product_materials__${fault}`,
  )
