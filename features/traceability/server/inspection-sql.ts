import { sql } from 'kysely'
import type { PrintType } from '#features/cases/contract.ts'
import { stands } from '#features/cases/server/events-sql.ts'
import type { Cause } from '#features/complaints/rules.ts'
import type { Sector } from '#features/prescription/contract.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import type { releasePoints } from '../rules.ts'

/** One case, or those whose sheet was signed on these days in the laboratory's time zone. */
export type Scope = { orderId: string } | { from: string; to: string }

const bounds = (scope: Scope) => ({ orderId: null, from: null, to: null, ...scope })

const signedIn = ({ brandId, timeZone }: Staff, scope: Scope) => {
  const { from, to } = bounds(scope)
  return sql`exists (select from traceability_statements s where s.brand_id = ${brandId} and s.order_id = o.id
    and s.signed_at >= ${from}::date::timestamp at time zone ${timeZone}
    and s.signed_at < (${to}::date + 1)::timestamp at time zone ${timeZone})`
}
const inScope = (staff: Staff, scope: Scope) => {
  const { orderId } = bounds(scope)
  return orderId
    ? sql`o.brand_id = ${staff.brandId} and o.id = ${orderId}`
    : sql`o.brand_id = ${staff.brandId} and ${signedIn(staff, scope)}`
}

export async function findMaker({ tx, brandId }: Staff) {
  const { rows } = await sql<{ name: string; address: string; color: string }>`
    select company_name as name, concat_ws(', ', nullif(address, ''), nullif(concat_ws(' ', postal_code, city), '')) as address,
      primary_color as color
    from brands where id = ${brandId}`.execute(tx)
  const [maker] = rows
  if (!maker) throw new Error('A laboratory that is open is not there.')
  return maker
}

/** Paged by id, so that each query reads only as much as one page. */
export async function listScopedCases(staff: Staff, scope: Scope, after: string, most: number) {
  const { rows } = await sql<{ id: string; code: string }>`
    select o.id, o.code from orders o
    where ${inScope(staff, scope)} and o.id > ${after}::uuid order by o.id limit ${most}`.execute(staff.tx)
  return rows
}

export type Prescribed = {
  orderId: string
  /** 0 for a case without products. */
  caseSequence: number
  code: string
  practice: string
  practiceReference: string | null
  patientCode: string
  prescriber: string | null
  orderedAt: string
  printType: PrintType
  wishedOn: string | null
  appointmentAt: string | null
  comment: string | null
  reference: string | null
  product: string | null
  quantity: number | null
  teeth: number[]
  pontics: number[]
  sector: Sector | null
  shade: string | null
  complementaryShade: string | null
  implant: string | null
  note: string | null
  /** Changes while it was made, as on the portal's timeline: each with the value before, and the replies. */
  since: { at: string; words: string }[]
}
const firstLine = { orderId: '00000000-0000-0000-0000-000000000000', caseSequence: -1 }

export async function listPrescribed(staff: Staff, scope: Scope, after: typeof firstLine = firstLine, most: number) {
  const { rows } = await sql<Prescribed>`
    select o.id as "orderId", coalesce(l.case_sequence, 0) as "caseSequence", o.code, p.name as practice,
      o.practice_reference as "practiceReference", o.patient_code as "patientCode", o.prescriber,
      o.created_at as "orderedAt", o.print_type as "printType", o.wished_on as "wishedOn",
      o.appointment_at as "appointmentAt", o.comment, l.reference,
      case ${staff.language}::text when 'fr' then l.label_fr else l.label_en end as product, l.quantity,
      coalesce(l.teeth, '{}')::smallint[] as teeth, coalesce(l.pontics, '{}')::smallint[] as pontics, l.sector, l.shade,
      l.complementary_shade as "complementaryShade", nullif(concat_ws(' ', l.implant_brand, l.implant_platform), '') as implant,
      l.note, said.since
    from orders o
    join practices p on p.brand_id = o.brand_id and p.id = o.practice_id
    left join order_products l on l.brand_id = o.brand_id and l.order_id = o.id
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('at', e.at, 'words',
        case ${staff.language}::text when 'fr' then e.note_fr else e.note_en end) order by e.sequence), '[]') as since
      from order_events e
      where e.brand_id = o.brand_id and e.order_id = o.id and e.note_fr is not null and ${stands('e')}
        and e.status in ('registered', 'in_preparation', 'in_production', 'on_hold')) said
    where ${inScope(staff, scope)}
      and (o.id, coalesce(l.case_sequence, 0)) > (${after.orderId}::uuid, ${after.caseSequence})
    order by o.id, coalesce(l.case_sequence, 0) limit ${most}`.execute(staff.tx)
  return rows
}

export type UsedLot = {
  orderId: string
  caseSequence: number
  position: number
  code: string
  practice: string
  patientCode: string
  prescriber: string | null
  product: string
  teeth: number[]
  shade: string | null
  material: string
  maker: string
  lot: string
  expiresOn: string | null
  standard: string | null
  certificate: string | null
  certificateEndsOn: string | null
  usedAt: string | null
  arrivedOn: string | null
  checkedBy: string | null
  checkedAt: string | null
}
const firstLot = { ...firstLine, position: 0 }

export async function listUsedLots(staff: Staff, scope: Scope, after: typeof firstLot = firstLot, most: number) {
  const { rows } = await sql<UsedLot>`
    select u.order_id as "orderId", u.case_sequence as "caseSequence", u.position, o.code, p.name as practice,
      o.patient_code as "patientCode", o.prescriber, l.label_fr as product, l.teeth::smallint[] as teeth, l.shade,
      u.name as material, u.maker, u.lot, u.expires_on as "expiresOn", u.standard, u.certificate,
      u.certificate_ends_on as "certificateEndsOn", u.used_at as "usedAt", m.arrived_on as "arrivedOn",
      m.checked_by_name as "checkedBy", m.checked_at as "checkedAt"
    from orders o
    join practices p on p.brand_id = o.brand_id and p.id = o.practice_id
    join order_products l on l.brand_id = o.brand_id and l.order_id = o.id
    join order_product_materials u on u.brand_id = l.brand_id and u.order_id = l.order_id and u.case_sequence = l.case_sequence
    left join material_lots m on m.brand_id = u.brand_id and m.id = u.lot_id
    where ${inScope(staff, scope)} and u.brand_id = ${staff.brandId}
      and (u.order_id, u.case_sequence, u.position) > (${after.orderId}::uuid, ${after.caseSequence}, ${after.position})
    order by u.order_id, u.case_sequence, u.position limit ${most}`.execute(staff.tx)
  return rows
}

export type ScopedRelease = {
  id: string
  orderId: string
  code: string
  version: number
  points: (typeof releasePoints)[number][]
  note: string | null
  by: string
  at: string
}
const firstRelease = { orderId: firstLot.orderId, id: firstLot.orderId }

export async function listScopedReleases(
  staff: Staff,
  scope: Scope,
  after: typeof firstRelease = firstRelease,
  most: number,
) {
  const { rows } = await sql<ScopedRelease>`
    select c.id, c.order_id as "orderId", o.code, c.version, c.points::text[] as points, c.note, c.checked_by_name as by,
      c.checked_at as at
    from orders o join release_checks c on c.brand_id = o.brand_id and c.order_id = o.id
    where ${inScope(staff, scope)} and (c.order_id, c.id) > (${after.orderId}::uuid, ${after.id}::uuid)
    order by c.order_id, c.id limit ${most}`.execute(staff.tx)
  return rows
}

/** Each with the number of these cases it worked on. */
export async function listScopedSubcontractors(staff: Staff, scope: Scope) {
  const { rows } = await sql<{ name: string; address: string; work: string; cases: number }>`
    select c.name, concat_ws(', ', c.address, c.postal_code || ' ' || c.city) as address, c.work,
      (select count(*) from order_subcontractors w join orders o on o.brand_id = w.brand_id and o.id = w.order_id
        where w.brand_id = c.brand_id and w.subcontractor_id = c.id and ${inScope(staff, scope)}) as cases
    from subcontractors c where c.brand_id = ${staff.brandId} order by c.name`.execute(staff.tx)
  return rows
}

/** Problems reported in the period, or on the case, by cause; those not decided yet first. */
export async function countByCause({ tx, brandId, timeZone }: Staff, scope: Scope) {
  const { orderId, from, to } = bounds(scope)
  const { rows } = await sql<{ cause: Cause | null; complaints: number; serious: number; remakes: number }>`
    select d.cause, count(*) as complaints, count(*) filter (where d.is_serious) as serious, count(r.remake_id) as remakes
    from order_problems r left join lateral (
      select cause, is_serious from complaint_decisions d
      where d.brand_id = r.brand_id and d.problem_id = r.id order by d.sequence desc limit 1) as d on true
    where r.brand_id = ${brandId} and (${orderId}::uuid is null or r.order_id = ${orderId})
      and (${from}::date is null or r.reported_at >= ${from}::date::timestamp at time zone ${timeZone})
      and (${to}::date is null or r.reported_at < (${to}::date + 1)::timestamp at time zone ${timeZone})
    group by d.cause order by d.cause nulls first`.execute(tx)
  return rows
}

export async function countSigned(staff: Staff, scope: Scope) {
  const { rows } = await sql<{ cases: number }>`
    select count(*) as cases from orders o where ${inScope(staff, scope)}`.execute(staff.tx)
  return rows[0]?.cases ?? 0
}

/**
 * Cases delivered in the period, or this case, that left before any of their sheets was signed. One signed later is still
 * included, because it left unsigned.
 */
const leftUnsigned = ({ brandId, timeZone }: Staff, scope: Scope) => {
  const { orderId, from, to } = bounds(scope)
  const isAsked = orderId
    ? sql`e.order_id = ${orderId}`
    : sql`e.at >= ${from}::date::timestamp at time zone ${timeZone} and e.at < (${to}::date + 1)::timestamp at time zone ${timeZone}`
  return sql`
    from order_events e
    cross join lateral (select coalesce(min(gone.at), e.at) as at from order_events gone
      where gone.brand_id = ${brandId} and gone.order_id = e.order_id and gone.status = 'shipped' and ${stands('gone')}) has_left
    cross join lateral (select min(s.signed_at) as at from traceability_statements s
      where s.brand_id = ${brandId} and s.order_id = e.order_id) signed
    where e.brand_id = ${brandId} and e.status = 'delivered' and ${isAsked} and ${stands('e')}
      and (signed.at <= has_left.at) is not true
      and not exists (select from order_events before where before.brand_id = ${brandId} and before.order_id = e.order_id
        and before.status = 'delivered' and before.sequence < e.sequence and ${stands('before')})`
}

export async function countLeftUnsigned(staff: Staff, scope: Scope) {
  const { rows } = await sql<{ cases: number }>`select count(*) as cases ${leftUnsigned(staff, scope)}`.execute(
    staff.tx,
  )
  return rows[0]?.cases ?? 0
}

export type LeftUnsigned = {
  id: string
  /** Cursor of the page, to the microsecond. */
  place: string
  code: string
  practice: string
  patientCode: string
  leftAt: string
  deliveredAt: string
  signedAt: string | null
}
const beforeAll = { place: '-infinity', id: firstLot.orderId }

export async function listLeftUnsigned(staff: Staff, scope: Scope, after: typeof beforeAll = beforeAll, most: number) {
  const { rows } = await sql<LeftUnsigned>`
    select o.id, came.place, o.code, p.name as practice, o.patient_code as "patientCode", came.left_at as "leftAt",
      came.delivered_at as "deliveredAt", came.signed_at as "signedAt"
    from (
      select e.order_id, e.at::text as place, e.at as delivered_at, has_left.at as left_at, signed.at as signed_at
      ${leftUnsigned(staff, scope)} and (e.at, e.order_id) > (${after.place}::timestamptz, ${after.id}::uuid)
      order by e.at, e.order_id limit ${most}) came
    join orders o on o.brand_id = ${staff.brandId} and o.id = came.order_id
    join practices p on p.brand_id = o.brand_id and p.id = o.practice_id
    order by came.delivered_at, o.id`.execute(staff.tx)
  return rows
}
