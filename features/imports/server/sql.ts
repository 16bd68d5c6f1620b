import { sql } from 'kysely'
import { isUninvited } from '#features/people/server/invitations-sql.ts'
import { fullNameOf } from '#features/people/server/names-sql.ts'
import { problem } from '#kit/problem.ts'
import { violates } from '#kit/server/database-problem.ts'
import type { Delimiter, Head } from '#kit/server/table-file.ts'
import type { Laboratory, Staff } from '#tenancy/server/actor.ts'
import type { Answers, Counts, Import, Leads, Names, Needs, Vats } from '../contract.ts'
import type { Columns, ImportKind } from '../fields.ts'
import type { ImportedStatus } from '../rules.ts'

const mostListed = 50

export async function listImports({ tx, brandId }: Staff): Promise<Import[]> {
  const { rows } = await sql<Import>`
    select i.id, i.kind, i.file_name as "fileName", i.state, ${fullNameOf('u')} as by, i.applied_at as "appliedAt",
      case when i.state = 'applied' and i.applied_at > now() - interval '24 hours'
        then i.applied_at + interval '24 hours' end as "undoableUntil",
      i.new_count as added, i.changed_count as changed, i.unchanged_count as unchanged,
      coalesce(brought.uninvited, 0)::int as uninvited
    from imports i join users u on u.brand_id = i.brand_id and u.id = i.created_by
    left join (select p.import_id, count(*) as uninvited from users p
      where p.brand_id = ${brandId} and p.import_id is not null and ${isUninvited('p')}
      group by p.import_id) as brought on brought.import_id = i.id
    where i.brand_id = ${brandId} and i.state <> 'opened'
    order by i.applied_at desc, i.id limit ${mostListed}`.execute(tx)
  return rows
}

export type ImportRow = {
  id: string
  kind: ImportKind
  state: 'opened' | 'applied' | 'undone'
  delimiter: Delimiter
  headings: string[]
  columns: Columns | null
} & Answers &
  Counts

/** Locked until the transaction ends, so that it is imported or undone only once. */
export const findImport = ({ tx, brandId }: Staff, id: string, { isLocked = false } = {}) =>
  tx
    .selectFrom('imports')
    .select([
      'id',
      'kind',
      'state',
      sql<Delimiter>`delimiter`.as('delimiter'),
      'headings',
      sql<Columns | null>`columns`.as('columns'),
      sql<Needs>`needs`.as('needs'),
      sql<Leads>`leads`.as('leads'),
      sql<Vats>`vats`.as('vats'),
      sql<Names>`jsonb_build_object('lines', '{}'::jsonb) || names`.as('names'),
      sql<ImportedStatus | null>`status`.as('status'),
      'new_count as added',
      'changed_count as changed',
      'unchanged_count as unchanged',
    ])
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .$if(isLocked, query => query.forUpdate())
    .executeTakeFirst() satisfies Promise<ImportRow | undefined>

/** Deletes the same person's earlier files that were never imported: one file per person. */
export async function insertImport(
  { tx, brandId, userId }: Staff,
  { kind, fileName, head }: { kind: ImportKind; fileName: string; head: Head },
): Promise<string> {
  await tx
    .deleteFrom('imports')
    .where('brand_id', '=', brandId)
    .where('created_by', '=', userId)
    .where('state', '=', 'opened')
    .execute()
  const { id } = await tx
    .insertInto('imports')
    .values({
      brand_id: brandId,
      kind,
      file_name: fileName,
      delimiter: head.delimiter,
      headings: head.headings,
      created_by: userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const insertPart = ({ tx, brandId }: Staff, importId: string, place: number, bytes: Buffer) =>
  tx.insertInto('import_parts').values({ brand_id: brandId, import_id: importId, place, bytes }).execute()

/** Undefined after the last part. */
export const findPart = async ({ tx, brandId }: Staff, importId: string, place: number) =>
  (
    await tx
      .selectFrom('import_parts')
      .select('bytes')
      .where('brand_id', '=', brandId)
      .where('import_id', '=', importId)
      .where('place', '=', place)
      .executeTakeFirst()
  )?.bytes

export const setChecked = (
  { tx, brandId }: Staff,
  id: string,
  { columns, needs, leads, vats, names, status, ...counts }: { columns: Columns } & Answers & Counts,
) =>
  tx
    .updateTable('imports')
    .set({
      columns: JSON.stringify(columns),
      needs: JSON.stringify(needs),
      leads: JSON.stringify(leads),
      vats: JSON.stringify(vats),
      names: JSON.stringify(names),
      status: status ?? null,
      ...columnsOf(counts),
    })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .where('state', '=', 'opened')
    .execute()

/** The lines are imported, so the file's content is deleted. */
export async function setApplied({ tx, brandId }: Staff, id: string, counts: Counts): Promise<void> {
  await tx.deleteFrom('import_parts').where('brand_id', '=', brandId).where('import_id', '=', id).execute()
  await tx
    .updateTable('imports')
    .set({ state: 'applied', applied_at: sql<string>`now()`, ...columnsOf(counts) })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .execute()
}

/** False when the time for undoing is over. */
export async function setUndone({ tx, brandId }: Staff, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('imports')
    .set({ state: 'undone', undone_at: sql<string>`now()` })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .where('state', '=', 'applied')
    .where('applied_at', '>', sql<string>`now() - interval '24 hours'`)
    .executeTakeFirst()
    .catch(error => {
      throw violates(error, 'imports__goes_forward') ? problem('conflict') : error
    })
  return numUpdatedRows === 1n
}

const columnsOf = ({ added, changed, unchanged }: Counts) => ({
  new_count: added,
  changed_count: changed,
  unchanged_count: unchanged,
})

/** Deletes files not imported within a day. */
export async function deleteForgottenImports({ tx, brandId }: Laboratory, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from imports where brand_id = ${brandId} and id in (
      select id from imports where brand_id = ${brandId} and state = 'opened'
        and created_at < now() - interval '24 hours' limit ${most})`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Updates the statistics of a table that has grown much and returns its name; null when none needs it. */
export async function learnWhatGrew({ tx }: Staff): Promise<string | null> {
  const { rows } = await sql<{ grown: string | null }>`select tenant.learn_what_grew() as grown`.execute(tx)
  return rows[0]?.grown ?? null
}
