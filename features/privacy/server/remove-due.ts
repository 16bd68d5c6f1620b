import { inEachLaboratory } from '#tenancy/server/chores.ts'
import type { Database } from '#tenancy/server/database.ts'
import { openLaboratoryOf } from '#tenancy/server/guards.ts'
import { kept, recordRemoval, tryLockRemovals } from './kept-sql.ts'

/** A transaction takes no more, so that none is long, and what was cut off goes on where it was. */
const mostAtOnce = 1_000
/** Of a kind in one round: what is more waits for the next. */
const mostBatches = 100

type Round = { batch?: number; batches?: number; signal?: AbortSignal | undefined }

/** Takes away what is kept no longer, kind by kind, and says on record how much that was. Any number of processes may. */
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

/** One kind that fails keeps the others not waiting. */
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
