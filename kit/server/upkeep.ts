import type { Logger } from 'pino'
import { Problem } from '#kit/problem.ts'
import type { Laboratory } from './actor.ts'
import type { Database } from './database.ts'
import { openLaboratoryAt } from './guards.ts'
import { describeError } from './log.ts'

/** Something to be done in each laboratory again and again, by any number of processes at once. */
export type Chore = { everyMinutes: number; work: (laboratory: Laboratory) => Promise<unknown> }

type Upkeep = { database: Database; log: Logger; chores: readonly Chore[] }

/** What is due in this minute, counted from the start: in the first one everything is. */
export async function doChores(
  { database, log, chores }: Upkeep,
  { minute = 0, hosts }: { minute?: number; hosts?: readonly string[] } = {},
): Promise<void> {
  const due = chores.filter(({ everyMinutes }) => minute % everyMinutes === 0)
  for (const host of hosts ?? (await database.hostsOfLaboratories())) {
    try {
      for (const { work } of due) await openLaboratoryAt(database, host, 'write', work)
    } catch (error) {
      // A laboratory that is disabled keeps what it has; one that fails does not keep the others waiting.
      if (error instanceof Problem && error.code === 'brand_unknown') continue
      log.warn({ error: describeError(error) }, 'upkeep of a laboratory failed')
    }
  }
}

/** Goes on until stopped; never keeps the process alive. */
export function keepChores(upkeep: Upkeep): { stop: () => Promise<void> } {
  let running = Promise.resolve()
  let isRunning = false
  let minute = 0
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
