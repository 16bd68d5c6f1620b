import type { Logger } from 'pino'
import { expectJob, recorded } from '#kit/server/jobs.ts'
import { describeError } from '#kit/server/log.ts'
import { FileLost } from '#kit/server/storage.ts'
import { clearPassage } from '#kit/server/upload.ts'
import type { Database } from '#tenancy/server/database.ts'
import { openLaboratoryOf } from '#tenancy/server/guards.ts'
import { inEachLaboratory } from '#tenancy/server/upkeep.ts'
import { deleteDue, listDue, listHeld, setScanned } from './sql.ts'
import { type Files, keyOf } from './store.ts'

type Upkeep = Files & { database: Database; log: Logger }

/** Longer than any upload takes: what has not arrived by then never will. */
const defaultSeconds = 600

/**
 * Clears away what uploads that were cut off and removed files have left, in all laboratories: first the bytes, then the
 * row, so that no file is ever without one. Lets the scanner look at what it has not seen. Any number of processes may.
 */
export async function sweepAttachments(
  upkeep: Upkeep,
  { olderThanSeconds = defaultSeconds, laboratories }: { olderThanSeconds?: number; laboratories?: string[] } = {},
): Promise<void> {
  await clearPassage(upkeep.passage, olderThanSeconds)
  await inEachLaboratory(laboratories ?? (await upkeep.database.listLaboratories('upkeep')), async id => {
    await clearAway(upkeep, id, olderThanSeconds)
    await scanHeld(upkeep, id)
  })
}

async function clearAway({ database, storage }: Upkeep, brandId: string, olderThanSeconds: number): Promise<void> {
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

async function scanHeld({ database, storage, scan }: Upkeep, brandId: string): Promise<void> {
  const held = await openLaboratoryOf(database, brandId, 'read', async laboratory =>
    (await listHeld(laboratory)).map(({ id }) => ({ id, key: keyOf(laboratory.brandId, id) })),
  )
  for (const { id, key } of held) {
    const bytes = await storage.get(key).catch(error => {
      if (error instanceof FileLost) return undefined
      throw error
    })
    // Lost for good: the others are still looked at.
    if (!bytes) continue
    const verdict = await scan(bytes)
    if (verdict === 'unavailable') return
    await openLaboratoryOf(database, brandId, 'write', laboratory =>
      setScanned(laboratory, id, verdict === 'clean' ? 'ready' : 'removed'),
    )
  }
}

const everyMilliseconds = 60_000

/** Goes on until stopped; never keeps the process alive. */
export function keepSwept(upkeep: Upkeep): { stop: () => Promise<void> } {
  let running: Promise<void> = Promise.resolve()
  let isRunning = false
  expectJob('files')
  const timer = setInterval(() => {
    if (isRunning) return
    isRunning = true
    running = recorded('files', sweepAttachments(upkeep))
      .catch(error => upkeep.log.warn({ error: describeError(error) }, 'sweep of files failed'))
      .finally(() => {
        isRunning = false
      })
  }, everyMilliseconds)
  timer.unref()
  return {
    stop: () => {
      clearInterval(timer)
      return running
    },
  }
}
