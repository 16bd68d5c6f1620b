import { sql } from 'kysely'
import type { Laboratory } from '#tenancy/server/actor.ts'

/**
 * A batch of a laboratory's files to delete: removed ones, and uploads too old to be still running. Locks the rows and
 * skips locked ones, so concurrent sweeps get different files.
 */
export async function lockDue(laboratory: Laboratory, olderThanSeconds: number) {
  const { tx, brandId } = laboratory
  const { rows } = await sql<{ id: string }>`
    select id from attachments
    where brand_id = ${brandId} and state in ('uploading', 'removed')
      -- A file removed while it was still coming may get its bytes yet.
      and (state = 'removed' and size is not null or created_at < now() - make_interval(secs => ${olderThanSeconds}))
    order by created_at limit 100
    for update skip locked`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Runs after their bytes are deleted. */
export const deleteDue = ({ tx, brandId }: Laboratory, ids: string[]) =>
  tx.deleteFrom('attachments').where('brand_id', '=', brandId).where('id', 'in', ids).execute()

/** Files not yet checked by the virus scanner. */
export const listHeld = ({ tx, brandId }: Laboratory) =>
  tx
    .selectFrom('attachments')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('state', '=', 'held')
    .orderBy('created_at')
    .execute()

export const setScanned = ({ tx, brandId }: Laboratory, id: string, state: 'ready' | 'removed') =>
  tx
    .updateTable('attachments')
    .set({ state })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .where('state', '=', 'held')
    .execute()
