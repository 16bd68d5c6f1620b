import { FileLost } from '#kit/server/storage.ts'
import { clearPassage } from '#kit/server/upload.ts'
import { inEachLaboratory } from '#tenancy/server/chores.ts'
import type { Database } from '#tenancy/server/database.ts'
import { openLaboratoryOf } from '#tenancy/server/guards.ts'
import { type Files, keyOf } from './store.ts'
import { deleteDue, listDue, listHeld, setScanned } from './sweep-sql.ts'

type Sweep = Files & { database: Database }

/** Longer than any upload takes: what has not arrived by then never will. */
const defaultSeconds = 600
/** Of one laboratory in one go: the others wait for it. */
const mostLooks = 20

/**
 * Clears away what uploads that were cut off and removed files have left, in all laboratories: first the bytes, then the
 * row, so that no file is ever without one. Lets the scanner look at what it has not seen. Any number of processes may.
 */
export async function sweepAttachments(
  sweep: Sweep,
  {
    olderThanSeconds = defaultSeconds,
    laboratories,
    signal,
  }: { olderThanSeconds?: number; laboratories?: readonly string[] | undefined; signal?: AbortSignal | undefined } = {},
): Promise<void> {
  await clearPassage(sweep.passage, olderThanSeconds)
  const sweepIn = async (id: string) => {
    await clearAway(sweep, id, olderThanSeconds)
    await scanHeld(sweep, id, signal)
  }
  await inEachLaboratory(laboratories ?? (await sweep.database.listLaboratories('files')), sweepIn, signal)
}

async function clearAway({ database, storage }: Sweep, brandId: string, olderThanSeconds: number): Promise<void> {
  let found = 1
  while (found > 0) {
    found = await openLaboratoryOf(database, brandId, 'write', async laboratory => {
      const ids = await listDue(laboratory, olderThanSeconds)
      await Promise.all(ids.map(id => storage.delete(keyOf(laboratory.brandId, id))))
      if (ids.length > 0) await deleteDue(laboratory, ids)
      return ids.length
    })
  }
}

async function scanHeld({ database, storage, scan }: Sweep, brandId: string, signal?: AbortSignal): Promise<void> {
  const held = await openLaboratoryOf(database, brandId, 'read', async laboratory =>
    (await listHeld(laboratory)).map(({ id }) => ({ id, key: keyOf(laboratory.brandId, id) })),
  )
  let looks = 0
  for (const { id, key } of held) {
    if (looks === mostLooks || signal?.aborted) return
    const bytes = await storage.get(key).catch(error => {
      if (error instanceof FileLost) return undefined
      throw error
    })
    // Lost, unless it is restored: the others are still looked at.
    if (!bytes) continue
    looks++
    const verdict = await scan(bytes)
    if (verdict === 'unavailable') return
    await openLaboratoryOf(database, brandId, 'write', laboratory =>
      setScanned(laboratory, id, verdict === 'clean' ? 'ready' : 'removed'),
    )
  }
}
