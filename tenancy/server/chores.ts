import type { Logger } from 'pino'
import { Problem } from '#kit/problem.ts'
import { expectJob, recorded } from '#kit/server/jobs.ts'
import { describeError } from '#kit/server/log.ts'
import type { Laboratory } from './actor.ts'
import type { Database } from './database.ts'
import { openLaboratoryOf } from './guards.ts'

/** Something to be done in each laboratory again and again, by any number of processes at once; figures know its name. */
export type Chore = { name: string; everyMinutes: number; work: (laboratory: Laboratory) => Promise<unknown> }

type Upkeep = { database: Database; log: Logger; chores: readonly Chore[] }

/** What is due in this minute, counted from the start: in the first one everything is. */
export async function doChores(
  { database, log, chores }: Upkeep,
  { minute = 0, laboratories }: { minute?: number; laboratories?: readonly string[] } = {},
): Promise<void> {
  for (const { name, work } of chores.filter(({ everyMinutes }) => minute % everyMinutes === 0)) {
    const everywhere = async () =>
      inEachLaboratory(laboratories ?? (await database.listLaboratories('laboratories')), id =>
        openLaboratoryOf(database, id, 'write', work),
      )
    await recorded(name, everywhere()).catch(error =>
      log.warn({ job: name, error: describeError(error) }, 'upkeep failed'),
    )
  }
}

/** Fails in the end where it failed in any; one that fails does not keep the others waiting. */
export async function inEachLaboratory(
  laboratories: readonly string[],
  work: (id: string) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = []
  for (const id of laboratories) {
    await work(id).catch(error => {
      // A laboratory that is disabled keeps what it has.
      if (!(error instanceof Problem && error.code === 'brand_unknown')) failures.push(error)
    })
  }
  if (failures.length === 0) return
  throw new Error(`It failed in ${failures.length} of ${laboratories.length} laboratories.`, { cause: failures[0] })
}

/** Goes on until stopped; never keeps the process alive. */
export function keepChores(upkeep: Upkeep): { stop: () => Promise<void> } {
  let running = Promise.resolve()
  let isRunning = false
  let minute = 0
  for (const { name } of upkeep.chores) expectJob(name)
  const timer = setInterval(() => {
    if (isRunning) return
    isRunning = true
    running = doChores(upkeep, { minute })
      .catch(error => upkeep.log.warn({ error: describeError(error) }, 'upkeep failed'))
      .finally(() => {
        isRunning = false
      })
    minute += 1
  }, 60_000)
  timer.unref()
  return {
    stop: () => {
      clearInterval(timer)
      return running
    },
  }
}
