import { inEachLaboratory } from '#tenancy/server/chores.ts'
import type { Database } from '#tenancy/server/database.ts'
import { openLaboratoryOf } from '#tenancy/server/guards.ts'
import { kept, recordRemoval, tryLockRemovals } from './kept-sql.ts'

/** Limit per transaction, so that none is long, and an interrupted round continues where it stopped. */
const mostAtOnce = 1_000
/** Batches of one kind per round: the rest waits for the next round. */
const mostBatches = 100

type Round = { batch?: number; batches?: number; signal?: AbortSignal | undefined }

/** Removes what has exceeded its retention, kind by kind, and records the counts. Safe in any number of processes. */
export async function removeWhatIsOver(
  database: Database,
  laboratories?: readonly string[],
  round: Round = {},
): Promise<void> {
  await inEachLaboratory(
    laboratories ?? (await database.listLaboratories('all')),
    id => removeIn(database, id, round),
    round.signal,
  )
}

/** A failing kind does not hold up the others. */
async function removeIn(
  database: Database,
  brandId: string,
  { batch = mostAtOnce, batches = mostBatches, signal }: Round,
): Promise<void> {
  const failures: unknown[] = []
  for (const of of kept) {
    try {
      for (let left = batches, removed = batch; left > 0 && removed >= batch && !signal?.aborted; left -= 1)
        removed = await openLaboratoryOf(database, brandId, 'write', async laboratory => {
          if (!(await tryLockRemovals(laboratory))) return 0
          const count = await of.remove(laboratory, batch)
          if (count > 0) await recordRemoval(laboratory, of, count)
          return count
        })
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}
