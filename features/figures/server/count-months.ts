import { inEachLaboratory } from '#tenancy/server/chores.ts'
import type { Database } from '#tenancy/server/database.ts'
import { openLaboratoryOf } from '#tenancy/server/guards.ts'
import { countMonth } from './months-sql.ts'

/** Per laboratory and round, each in a transaction; the rest waits for the next round. Latest months first. */
const mostMonths = 24

/** Counts past months not yet counted or changed since; safe in any number of processes. */
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
