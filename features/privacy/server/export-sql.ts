import { type RawBuilder, sql } from 'kysely'
import type { CaseStatus } from '#features/cases/contract.ts'
import { statusFor } from '#features/cases/rules.ts'
import { noteFor } from '#features/cases/server/events-sql.ts'
import { may } from '#tenancy/rights.ts'
import type { PracticeUser, SignedIn } from '#tenancy/server/actor.ts'
import { type DetailTable, details, type PersonalTable, personalTables } from './data-map.ts'

export type Row = Readonly<Record<string, unknown>>

/** More rows of one kind than anybody makes by hand; a transaction reads no more at once. */
const mostRows = 20_000

const tables = Object.keys(personalTables) as PersonalTable[]
const detailTables = Object.keys(details) as DetailTable[]
export const setNames: readonly (PersonalTable | DetailTable)[] = [...tables, ...detailTables]

/** A person's rows in one table; empty without the right to them. */
export async function listOwnRows(user: SignedIn, name: PersonalTable | DetailTable): Promise<Row[]> {
  const belongsTo = isDetail(name) ? details[name].of : name
  const entry = personalTables[belongsTo]
  if (entry.needs && !may(user, entry.needs)) return []
  const whose = sql`t.brand_id = ${user.brandId} and ${sql.ref(`t.${entry.of}`)} = ${user.userId}`
  if (!isDetail(name)) {
    // Only files that were received completely ('held' ones wait for the virus scanner) and are not the laboratory's.
    const isThere =
      name === 'attachments'
        ? sql`and t.state in ('ready', 'held') and not t.of_laboratory and t.hand_over_id is null`
        : sql``
    const rows = await read(
      user,
      sql`select ${listed(entry.copied)} from ${sql.table(name)} as t where ${whose} ${isThere}`,
    )
    return name === 'orders' ? rows.map(row => asSeenBy(user, row)) : rows
  }
  const { copied, by } = details[name]
  return read(
    user,
    sql`select ${listed(copied, 'd')} from ${sql.table(belongsTo)} as t
      join ${sql.table(name)} as d on d.brand_id = t.brand_id and ${sql.ref(`d.${by}`)} = t.id where ${whose}`,
  )
}

/** As on the screens: without access to invoices, invoiced cases appear as delivered. */
const asSeenBy = (user: SignedIn, row: Row): Row => ({
  ...row,
  status: statusFor(row.status as CaseStatus, { maySeeInvoices: may(user, 'invoices') }),
})

const isDetail = (name: PersonalTable | DetailTable): name is DetailTable => name in details
const listed = (columns: readonly string[], of = 't') => sql.join(columns.map(column => sql.ref(`${of}.${column}`)))
const read = async (user: SignedIn, query: RawBuilder<Row>) =>
  (await sql<Row>`${query} limit ${mostRows}`.execute(user.tx)).rows

export type Line = { id: number; at: string; kind: string; route: string | null; is_own: boolean }

/** The audit lines about the signed-in user, in order, in pages. */
export async function listOwnLines(user: SignedIn, after: number, most: number): Promise<Line[]> {
  const { rows } = await sql<Line>`
    select * from tenant.lines_about_me(${after}::bigint, ${most}::integer) order by id`.execute(user.tx)
  return rows
}

export type KeptFile = { id: string; folder: string; name: string; isCompressed: boolean }

const files = (user: SignedIn) =>
  user.tx
    .selectFrom('attachments as a')
    .leftJoin('orders as o', join => join.onRef('o.brand_id', '=', 'a.brand_id').onRef('o.id', '=', 'a.order_id'))
    .select([
      'a.id',
      sql<string>`coalesce(o.code, 'draft')`.as('folder'),
      sql<string>`a.name`.as('name'),
      'a.is_compressed as isCompressed',
    ])
    .where('a.brand_id', '=', user.brandId)
    // Files not yet scanned are given to nobody.
    .where('a.state', '=', 'ready')
    .orderBy('a.id')

export const listOwnFiles = (user: SignedIn): Promise<KeptFile[]> =>
  files(user)
    .where('a.created_by', '=', user.userId)
    .where('a.of_laboratory', '=', false)
    // Photos taken at a door before the column existed are recognised by this alone.
    .where('a.hand_over_id', 'is', null)
    .limit(mostRows)
    .execute()

export const listFilesOfCases = (user: SignedIn, orderIds: readonly string[]): Promise<KeptFile[]> =>
  files(user).where(sql<boolean>`a.order_id = any(${orderIds})`).execute()

export type CaseRow = Row & { id: string; code: string }

/** The practice's cases with everything about them, ordered by id, in pages. */
export async function listCasesOfPractice(user: PracticeUser, after: string, most: number): Promise<CaseRow[]> {
  const { tx, brandId, practiceId, language } = user
  const { rows } = await sql<CaseRow>`
    select o.id, o.code, o.patient, o.patient_code, o.status, o.print_type, o.prescriber, o.summary_fr, o.summary_en,
      o.wished_on, o.delivery_on, o.appointment_at, o.comment, o.practice_reference, o.created_at,
      (select coalesce(jsonb_agg(jsonb_build_object('label_fr', p.label_fr, 'label_en', p.label_en, 'quantity', p.quantity,
          'teeth', p.teeth, 'sector', p.sector, 'shade', p.shade, 'note', p.note) order by p.case_sequence), '[]')
        from order_products p where p.brand_id = o.brand_id and p.order_id = o.id) as products,
      (select coalesce(jsonb_agg(jsonb_build_object('status', order_events.status, 'at', order_events.at,
          'note', ${noteFor(language)}) order by order_events.sequence), '[]')
        from order_events where order_events.brand_id = o.brand_id and order_events.order_id = o.id) as timeline,
      (select coalesce(jsonb_agg(jsonb_build_object('from_laboratory', m.is_from_laboratory, 'body', m.body,
          'at', m.created_at) order by m.sequence), '[]')
        from order_messages m where m.brand_id = o.brand_id and m.order_id = o.id) as messages,
      (select coalesce(jsonb_agg(jsonb_build_object('kind', r.kind, 'description', r.description, 'teeth', r.teeth,
          'is_adjustment', r.is_adjustment, 'at', r.reported_at, 'answer', r.answer, 'put_right_on', r.put_right_on, 'settled_at', r.settled_at) order by r.reported_at), '[]')
        from order_problems r where r.brand_id = o.brand_id and r.order_id = o.id) as problems,
      (select coalesce(jsonb_agg(jsonb_build_object('kind', q.kind, 'wished_on', q.wished_on, 'words', q.words,
          'at', q.asked_at, 'state', q.state, 'granted_on', q.granted_on, 'answer', q.answer) order by q.asked_at), '[]')
        from order_requests q where q.brand_id = o.brand_id and q.order_id = o.id) as requests
    from orders o
    where o.brand_id = ${brandId} and o.practice_id = ${practiceId} and o.id > ${after}
    order by o.id limit ${most}`.execute(tx)
  return rows
}

export const findCompanyName = async ({ tx, brandId }: SignedIn): Promise<string> =>
  (await tx.selectFrom('brands').select('company_name').where('id', '=', brandId).executeTakeFirstOrThrow())
    .company_name
