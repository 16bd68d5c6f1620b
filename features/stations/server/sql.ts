import { type RawBuilder, sql } from 'kysely'
import type { Staff } from '#tenancy/server/actor.ts'
import { instant } from '#tenancy/server/instant-sql.ts'
import type { ListedStation } from '../contract.ts'
import { mostFormerNames, takenBackMs } from '../rules.ts'

/** A user scanning, or the laboratory's job that deletes old visits. */
type InLaboratory = Pick<Staff, 'tx' | 'brandId'>

/** Serialises scans of a laboratory until the transaction ends; taken after the locks on cases (docs/decisions/0153). */
export const lockStations = ({ tx, brandId }: InLaboratory) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`stations/${brandId}`}, 0))`.execute(tx)

export async function listStations({ tx, brandId }: Staff): Promise<ListedStation[]> {
  const { rows } = await sql<ListedStation>`
    select s.id, s.name, case when v.id is not null then json_build_object('checkInId', v.id, 'orderId', o.id, 'code', o.code,
      'since', ${instant('v.began_at')}) end as here
    from stations s
    left join station_visits v on v.brand_id = s.brand_id and v.station_id = s.id and v.ended_at is null
    left join orders o on o.brand_id = v.brand_id and o.id = v.order_id
    where s.brand_id = ${brandId} order by s.name`.execute(tx)
  return rows
}

export const countStations = async ({ tx, brandId }: Staff): Promise<number> => {
  const { count } = await tx
    .selectFrom('stations')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('brand_id', '=', brandId)
    .executeTakeFirstOrThrow()
  return count
}

/** Lower case with the index's collation: PostgreSQL alone decides which letters are alike. */
const inSmallLetters = (name: string): RawBuilder<string> => sql`lower(${name}::text collate natural_order)`

/** By its current name, or else by a former one. */
export const findStation = ({ tx, brandId }: Staff, name: string) =>
  tx
    .selectFrom('stations')
    .select(['id', 'name'])
    .where('brand_id', '=', brandId)
    .where(sql<boolean>`(lower(name) = ${inSmallLetters(name)} or ${inSmallLetters(name)} = any(former_names))`)
    .orderBy(sql`lower(name) <> ${inSmallLetters(name)}`)
    .executeTakeFirst()

export const findStationById = ({ tx, brandId }: Staff, id: string) =>
  tx
    .selectFrom('stations')
    .select(['id', 'name'])
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .executeTakeFirst()

export const insertStation = ({ tx, brandId }: Staff, name: string) =>
  tx.insertInto('stations').values({ brand_id: brandId, name }).returning(['id', 'name']).executeTakeFirstOrThrow()

/** Another station with that current name; former names do not count. */
export const findNamesake = ({ tx, brandId }: Staff, id: string, name: string) =>
  tx
    .selectFrom('stations')
    .select(['id', 'name'])
    .where('brand_id', '=', brandId)
    .where('id', '<>', id)
    .where(sql<boolean>`lower(name) = ${inSmallLetters(name)}`)
    .executeTakeFirst()

/** The former name keeps resolving to it, and the new name to no other station. */
export async function setStationName({ tx, brandId }: Staff, id: string, name: string): Promise<void> {
  await sql`
    update stations s set former_names = array_remove(s.former_names, ${inSmallLetters(name)})
    where s.brand_id = ${brandId} and ${inSmallLetters(name)} = any(s.former_names)`.execute(tx)
  await sql`
    update stations s set name = ${name},
      former_names = case when lower(s.name) = ${inSmallLetters(name)} then s.former_names
        else (array_prepend(lower(s.name), s.former_names))[1:${mostFormerNames}] end
    where s.brand_id = ${brandId} and s.id = ${id}`.execute(tx)
}

/** Moves all visits to the remaining station. Of two cases there now, the earlier one ends when the later one came. */
export async function mergeStations({ tx, brandId }: Staff, going: string, staying: string): Promise<void> {
  await sql`
    update station_visits v set ended_at = there.next from (
      select o.id, lead(o.began_at) over (order by o.began_at, o.id) as next from station_visits o
      where o.brand_id = ${brandId} and o.station_id in (${going}, ${staying}) and o.ended_at is null) there
    where v.brand_id = ${brandId} and v.id = there.id and there.next is not null`.execute(tx)
  await sql`
    update station_visits set station_id = ${staying} where brand_id = ${brandId} and station_id = ${going}`.execute(tx)
  await sql`
    with gone as (
      delete from stations s where s.brand_id = ${brandId} and s.id = ${going} returning lower(s.name) as name, s.former_names)
    update stations s set former_names = (gone.name || gone.former_names || s.former_names)[1:${mostFormerNames}]
    from gone where s.brand_id = ${brandId} and s.id = ${staying}`.execute(tx)
}

/** Deletes the station with its visits. */
export async function deleteStation({ tx, brandId }: Staff, id: string): Promise<boolean> {
  await sql`delete from station_visits where brand_id = ${brandId} and station_id = ${id}`.execute(tx)
  const { numAffectedRows } = await sql`
    delete from stations where brand_id = ${brandId} and id = ${id}`.execute(tx)
  return numAffectedRows === 1n
}

/** Deletes stations without any visit. */
export const deleteEmptyStations = ({ tx, brandId }: InLaboratory) =>
  sql`
    delete from stations s where s.brand_id = ${brandId} and not exists (
      select from station_visits v where v.brand_id = s.brand_id and v.station_id = s.id)`.execute(tx)

/** Open visits at this station, and of this case. */
export const listOpenVisits = (
  { tx, brandId }: Staff,
  { stationId, orderId }: { stationId: string; orderId: string },
) =>
  tx
    .selectFrom('station_visits as v')
    .innerJoin('orders as o', join => join.onRef('o.brand_id', '=', 'v.brand_id').onRef('o.id', '=', 'v.order_id'))
    .select(['v.id', 'v.station_id as stationId', 'v.order_id as orderId', 'v.began_at as beganAt', 'o.code'])
    .where('v.brand_id', '=', brandId)
    .where('v.ended_at', 'is', null)
    .where(eb => eb.or([eb('v.station_id', '=', stationId), eb('v.order_id', '=', orderId)]))
    .execute()

/** `isDrivenOut`: it ended because another case was scanned at its station. */
export const findLastVisit = ({ tx, brandId }: Staff, orderId: string) =>
  tx
    .selectFrom('station_visits')
    .select(['id', 'station_id as stationId', 'began_at as beganAt', 'ended_at as endedAt'])
    .select(
      sql<boolean>`exists (
        select from station_visits other where other.brand_id = station_visits.brand_id
          and other.station_id = station_visits.station_id and other.began_at = station_visits.ended_at
          and other.order_id <> station_visits.order_id)`.as('isDrivenOut'),
    )
    .where('brand_id', '=', brandId)
    .where('order_id', '=', orderId)
    .orderBy('began_at', 'desc')
    .orderBy('ended_at', sort => sort.desc().nullsFirst())
    .limit(1)
    .executeTakeFirst()

export async function endVisits({ tx, brandId }: Staff, ids: readonly string[], at: string): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('station_visits')
    .set({ ended_at: at })
    .where('brand_id', '=', brandId)
    .where('id', 'in', ids)
    .execute()
}

export const insertVisit = (
  { tx, brandId }: Staff,
  { stationId, orderId }: { stationId: string; orderId: string },
  at: string,
) =>
  tx
    .insertInto('station_visits')
    .values({ brand_id: brandId, station_id: stationId, order_id: orderId, began_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()

/** The cases affected by a visit and by taking it back: its own, and those it ended. */
export async function listConcerned({ tx, brandId }: Staff, visitId: string): Promise<string[]> {
  const { rows } = await sql<{ orderId: string }>`
    select distinct ended.order_id as "orderId" from station_visits v
    join station_visits ended on ended.brand_id = v.brand_id
      and (ended.id = v.id or ended.station_id = v.station_id and ended.ended_at = v.began_at)
    where v.brand_id = ${brandId} and v.id = ${visitId}`.execute(tx)
  return rows.map(({ orderId }) => orderId)
}

/** For alias `o`: put on hold since then, which ends a visit; notes and answers during a hold do not. */
const isHeldSince = (at: string) => sql`o.status = 'on_hold' and exists (
  select from order_events held where held.brand_id = o.brand_id and held.order_id = o.id and held.status = 'on_hold'
    and held.kind = 'step' and held.at >= ${at})`

/** Undoes the scan: visits it ended continue, unless their case is elsewhere by now, has left, or was put on hold. */
export async function takeVisitBack({ tx, brandId }: Staff, id: string): Promise<boolean> {
  const { rows } = await sql<{ stationId: string; orderId: string; beganAt: string }>`
    delete from station_visits where brand_id = ${brandId} and id = ${id} and ended_at is null
      and began_at > clock_timestamp() - make_interval(secs => ${takenBackMs / 1000})
    returning station_id as "stationId", order_id as "orderId", began_at as "beganAt"`.execute(tx)
  const [gone] = rows
  if (!gone) return false
  await sql`
    update station_visits v set ended_at = null
    where v.brand_id = ${brandId} and v.ended_at = ${gone.beganAt}
      and (v.station_id = ${gone.stationId} or v.order_id = ${gone.orderId})
      and exists (select from orders o where o.brand_id = v.brand_id and o.id = v.order_id
        and o.status not in ('shipped', 'delivered', 'invoiced', 'cancelled') and not (${isHeldSince(gone.beganAt)}))
      and not exists (select from station_visits open where open.brand_id = v.brand_id and open.ended_at is null
        and (open.station_id = v.station_id or open.order_id = v.order_id))
      -- Two places that have become one have room for the later one.
      and not exists (select from station_visits other where other.brand_id = v.brand_id and other.ended_at = v.ended_at
        and other.station_id = v.station_id and (other.began_at, other.id) > (v.began_at, v.id))`.execute(tx)
  return true
}

/** The database's clock, which all processes share. */
export async function clockNow({ tx }: Staff): Promise<string> {
  const { rows } = await sql<{ now: string }>`select clock_timestamp() as now`.execute(tx)
  if (!rows[0]) throw new Error('A clock has no time.')
  return rows[0].now
}

/** Visits are kept as long as the laboratory keeps patients' names. Stations without any visit left are deleted too. */
export async function deleteOldVisits(laboratory: InLaboratory, most: number): Promise<number> {
  const { tx, brandId } = laboratory
  await lockStations(laboratory)
  const { numAffectedRows } = await sql`
    delete from station_visits where brand_id = ${brandId} and id in (
      select id from station_visits where brand_id = ${brandId} and began_at < now() - make_interval(months => (
        select patient_names_kept_months from brands where id = ${brandId}))
      order by began_at limit ${most})`.execute(tx)
  const removed = Number(numAffectedRows ?? 0)
  if (removed > 0) await deleteEmptyStations(laboratory)
  return removed
}
