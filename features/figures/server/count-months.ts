import { inEachLaboratory } from '#tenancy/server/chores.ts'
import type { Database } from '#tenancy/server/database.ts'
import { openLaboratoryOf } from '#tenancy/server/guards.ts'
import { countMonth } from './months-sql.ts'

/** Of a laboratory in one round, each in a transaction: what is more waits for the next, the latest months first. */
const mostMonths = 24

/** Counts what is over and has not been counted as it is now. Any number of processes may. */
export async function countMonths(
  database: Database,
  laboratories?: readonly string[],
  { most = mostMonths, signal }: { most?: number; signal?: AbortSignal | undefined } = {},
): Promise<void> {
  const countIn = async (id: string) => {
    for (let left = most; left > 0 && !signal?.aborted; left -= 1) {
      if (!(await openLaboratoryOf(database, id, 'write', countMonth))) return
    }
  }
  await inEachLaboratory(laboratories ?? (await database.listLaboratories('all')), countIn, signal)
}
