import { sql } from 'kysely'
import type { AuditKind } from '#db/schema.ts'
import { fullNameOf } from '#features/people/server/names-sql.ts'
import { findCasesByCode } from '#features/privacy/server/staff-sql.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import { inLanguage } from '#tenancy/server/words-sql.ts'
import type { AuditFilters, AuditLine } from '../contract.ts'
import { kindsIn } from '../kinds.ts'
import type { Link } from './chain.ts'

export type FoundLine = AuditLine & { requestId: string; route: string | null }

/** PostgreSQL's greatest bigint: older than no line. */
const latest = '9223372036854775807'
const arrayOf = (id: string | undefined) => (id ? [id] : [])

/** Latest first. Subjects are named only if they belong to this laboratory. */
export async function listLines(
  { tx, brandId, timeZone, language }: Staff,
  { what, userId, practiceId, orderId, from, to }: AuditFilters,
  most: number,
  before = latest,
): Promise<FoundLine[]> {
  const kinds: readonly AuditKind[] = kindsIn(what)
  const { rows } = await sql<Omit<FoundLine, 'kind'> & { kind: AuditKind }>`
    select l.id::text as id, l.at, l.kind, l.request_id as "requestId", l.route,
      -- Of each line: a join would read everybody.
      (select jsonb_build_object('id', w.id, 'name', ${fullNameOf('w')}, 'practice', wp.name)
        from users w left join practices wp on wp.brand_id = w.brand_id and wp.id = w.practice_id
        where w.brand_id = ${brandId} and w.id = l.user_id) as who,
      (select coalesce(jsonb_agg(about order by about.place), '[]') from (
        select 1 as place, 'case' as kind, o.id, o.code as name from orders o
          where o.brand_id = ${brandId} and o.id = l.order_id
        union all select 2, 'practice', p.id, p.name from practices p
          where p.brand_id = ${brandId} and p.id = l.subject_id
        union all select 2, 'practice', m.id, m.name from merged_practices m
          where m.brand_id = ${brandId} and m.id = l.subject_id
        union all select 3, 'person', u.id, ${fullNameOf('u')} from users u
          where u.brand_id = ${brandId} and u.id = l.subject_id and u.id is distinct from l.user_id
        union all select 4, 'piece', i.id, i.piece_code from invoices i
          where i.brand_id = ${brandId} and i.id = l.subject_id
        union all select 5, 'case', o.id, o.code from orders o
          where o.brand_id = ${brandId} and o.id = l.subject_id and l.order_id is null
      ) as about) as about,
      -- Said in the same transaction, so at the same moment.
      case when l.kind = 'price_set' then (
        select coalesce(jsonb_agg(jsonb_build_object('label', ${inLanguage(language, 'order_products.label')},
          'fromCents', s.from_cents, 'cents', s.cents) order by s.case_sequence), '[]')
        from set_prices s join order_products on order_products.brand_id = s.brand_id
          and order_products.order_id = s.order_id and order_products.case_sequence = s.case_sequence
        where s.brand_id = ${brandId} and s.order_id = l.order_id and s.set_at = l.at) else '[]' end as prices
    from tenant.audit_lines(
      coalesce(${from ?? null}::date::timestamp at time zone ${timeZone}, '-infinity'),
      coalesce((${to ?? null}::date + 1)::timestamp at time zone ${timeZone}, 'infinity'),
      ${kinds}::audit_kind[], ${arrayOf(userId)}::uuid[],
      -- With what has gone into it: of that one the lines keep the number that it had.
      ${arrayOf(practiceId)}::uuid[] || array(
        select m.id from merged_practices m where m.brand_id = ${brandId} and m.into_id = ${practiceId ?? null}::uuid),
      ${arrayOf(orderId)}::uuid[],
      ${before}::bigint, ${most}::integer) as l
    order by l.at desc, l.id desc`.execute(tx)
  return rows
}

/** Names of the filters' subjects; null if they are not of this laboratory. */
export async function findNames({ tx, brandId }: Staff, { userId, practiceId, orderId }: AuditFilters) {
  const { rows } = await sql<{ person: string | null; practice: string | null; case: string | null }>`
    select
      (select ${fullNameOf('u')} from users u where u.brand_id = ${brandId} and u.id = ${userId ?? null}) as person,
      (select name from practices where brand_id = ${brandId} and id = ${practiceId ?? null}) as practice,
      (select code from orders where brand_id = ${brandId} and id = ${orderId ?? null}) as "case"`.execute(tx)
  return rows[0] ?? { person: null, practice: null, case: null }
}

const mostFound = 10

export async function findSubjects(staff: Staff, words: string) {
  const { tx, brandId } = staff
  const people = await sql<{ id: string; name: string; practice: string | null }>`
    select u.id, ${fullNameOf('u')} as name, p.name as practice
    from users u left join practices p on p.brand_id = u.brand_id and p.id = u.practice_id
    where u.brand_id = ${brandId}
      and searchable(concat_ws(' ', u.first_name, u.last_name, u.login)) like all (search_patterns(${words}))
    order by u.practice_id is not null, u.last_name, u.first_name, u.id limit ${mostFound}`.execute(tx)
  const practices = await sql<{ id: string; name: string }>`
    select p.id, p.name from practices p
    where p.brand_id = ${brandId} and searchable(concat_ws(' ', p.name, (
      select string_agg(m.name, ' ') from merged_practices m where m.brand_id = p.brand_id and m.into_id = p.id)))
      like all (search_patterns(${words}))
    order by p.name, p.id limit ${mostFound}`.execute(tx)
  const cases = await findCasesByCode(staff, words)
  return {
    people: people.rows,
    practices: practices.rows,
    cases: cases.slice(0, mostFound).map(({ id, code }) => ({ id, name: code })),
  }
}

export type ChainEnds = {
  position: string
  hash: Buffer | null
  begins_after: string
  begins_hash: Buffer | null
  removed_until: string | null
  is_early: boolean
  unsealed: string
  hash_there: Buffer | null
}

/** Both ends of the chain and the lines after a position, in one snapshot: lines sealed meanwhile are in neither. */
export async function readChain(
  { tx }: Staff,
  after: number,
  most: number,
): Promise<{ ends: ChainEnds; links: Link[] }> {
  const { rows } = await sql<ChainEnds & { links: { position: string; hash: string; line: string }[] }>`
    select ends.*, (
      select coalesce(jsonb_agg(jsonb_build_object('position', link.position::text, 'hash', encode(link.hash, 'hex'),
        'line', link.line) order by link.position), '[]')
      from tenant.audit_links(greatest(${after}::bigint, ends.begins_after), ${most}::integer) as link) as links
    from tenant.audit_chain(${after}::bigint) as ends`.execute(tx)
  const [found] = rows
  if (!found) throw new Error('A laboratory that is open is not there.')
  const { links, ...ends } = found
  return { ends, links: links.map(link => ({ ...link, hash: Buffer.from(link.hash, 'hex') })) }
}
