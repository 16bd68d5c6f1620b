import { sql } from 'kysely'
import { fullNameOf } from '#features/people/server/names-sql.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import type { Merging, Obstacle } from '../merging-contract.ts'

/** Both practices, in no order; fewer if one does not exist (any more). */
export async function findBoth({ tx, brandId }: Staff, ids: readonly string[]): Promise<Merging['going'][]> {
  const { rows } = await sql<Merging['going']>`
    select id, name, concat_ws(' ', nullif(postal_code, ''), nullif(city, '')) as place,
      coalesce(delivery_instruction, '') as "deliveryInstruction"
    from practices where brand_id = ${brandId} and id = any(${ids}::uuid[])`.execute(tx)
  return rows
}

export async function lookAtMerging({ tx }: Staff, goingId: string, stayingId: string) {
  const { rows } = await sql<{ seen: Omit<Merging, 'going' | 'staying'> }>`
    select tenant.look_at_merging(${goingId}, ${stayingId}) as seen`.execute(tx)
  return rows[0]?.seen
}

/** Cases per statement: a statement has five seconds, even on a busy database. */
const casesAtATime = 500

/**
 * Undefined if one of the two does not exist (any more); otherwise the obstacles, or null when done. Thousands of cases are moved
 * in batches: the database refuses the commit of a merge that was begun and not ended.
 */
export async function mergePractices({ tx }: Staff, goingId: string, stayingId: string) {
  const { rows } = await sql<Done>`select tenant.begin_merging(${goingId}, ${stayingId}) as obstacles`.execute(tx)
  const obstacles = rows[0]?.obstacles ?? undefined
  if (!obstacles || obstacles.length > 0) return obstacles
  for (let moved = casesAtATime; moved === casesAtATime; ) {
    const { rows } = await sql<{ moved: number }>`
      select tenant.carry_cases(${goingId}, ${stayingId}, ${casesAtATime}) as moved`.execute(tx)
    moved = rows[0]?.moved ?? 0
  }
  const { rows: ended } = await sql<Done>`
    select tenant.merge_practices(${goingId}, ${stayingId}) as obstacles`.execute(tx)
  return ended[0]?.obstacles ?? undefined
}

type Done = { obstacles: Obstacle[] | null }

/** The practice that this one was merged into; undefined if it was not. */
export const findSuccessor = async ({ tx, brandId }: Staff, id: string) =>
  (
    await tx
      .selectFrom('merged_practices')
      .select('into_id')
      .where('brand_id', '=', brandId)
      .where('id', '=', id)
      .executeTakeFirst()
  )?.into_id

/**
 * The practice that this one has become after merges, locked against further merges until the transaction ends; undefined if
 * there was none. Waits for a running merge. A merge locks cases before practices: callers that need both must do the same.
 */
export async function lockStanding(staff: Staff, id: string): Promise<string | undefined> {
  // Looked up again after each wait, since that practice may itself have been merged by then.
  for (let standing: string | undefined = id; standing; standing = await findSuccessor(staff, standing)) {
    const held = await staff.tx
      .selectFrom('practices')
      .select('id')
      .where('brand_id', '=', staff.brandId)
      .where('id', '=', standing)
      .forKeyShare()
      .executeTakeFirst()
    if (held) return held.id
  }
  return undefined
}

/** Distinct ids in the same order, with merged practices replaced by their successors. */
export async function listStanding({ tx, brandId }: Staff, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select coalesce(m.into_id, asked.id) as id
    from unnest(${ids}::uuid[]) with ordinality asked(id, place)
    left join merged_practices m on m.brand_id = ${brandId} and m.id = asked.id
    group by 1 order by min(asked.place)`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The practices merged into this one. */
export async function listMerged({ tx, brandId }: Staff, id: string) {
  const { rows } = await sql<{ id: string; name: string; mergedAt: string; by: string }>`
    select m.id, m.name, m.merged_at as "mergedAt", ${fullNameOf('u')} as by
    from merged_practices m join users u on u.brand_id = m.brand_id and u.id = m.merged_by
    where m.brand_id = ${brandId} and m.into_id = ${id} order by m.merged_at, m.id`.execute(tx)
  return rows
}
