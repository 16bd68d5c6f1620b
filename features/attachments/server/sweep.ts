import { FileLost } from '#kit/server/storage.ts'
import { clearPassage } from '#kit/server/upload.ts'
import { inEachLaboratory } from '#tenancy/server/chores.ts'
import type { Database } from '#tenancy/server/database.ts'
import { openLaboratoryOf } from '#tenancy/server/guards.ts'
import { type Files, keyOf } from './store.ts'
import { deleteDue, listHeld, lockDue, setScanned } from './sweep-sql.ts'

type Sweep = Files & { database: Database }

/** Longer than any upload takes: anything older has failed. */
const defaultSeconds = 600
/** Scans per laboratory in one run, so that the others get their turn. */
const mostLooks = 20

/**
 * Deletes what aborted uploads and removed files have left, in all laboratories: bytes before the row, so that no bytes are
 * ever without a row. Runs the virus scanner on held files. Safe to run concurrently.
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
      const ids = await lockDue(laboratory, olderThanSeconds)
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
    // The bytes are lost, unless restored: the other files are still scanned.
    if (!bytes) continue
    looks++
    const verdict = await scan(bytes)
    if (verdict === 'unavailable') return
    await openLaboratoryOf(database, brandId, 'write', laboratory =>
      setScanned(laboratory, id, verdict === 'clean' ? 'ready' : 'removed'),
    )
  }
}
