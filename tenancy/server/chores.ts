import type { Logger } from 'pino'
import { Problem } from '#kit/problem.ts'
import { expectJob, recorded } from '#kit/server/jobs.ts'
import { describeError } from '#kit/server/log.ts'
import type { Laboratory } from './actor.ts'
import type { Database } from './database.ts'
import { openLaboratoryOf } from './guards.ts'

/** Recurring work, run by any number of processes at once; metrics use its name. */
export type Chore = { name: string; everyMinutes: number } & (
  | { /** In each laboratory, in one transaction. */ work: (laboratory: Laboratory, now: Date) => Promise<unknown> }
  | { /** Finds the laboratories that need it, or runs in the given ones only. */ everywhere: InLaboratories }
)
type InLaboratories = (laboratories?: readonly string[], signal?: AbortSignal) => Promise<unknown>

type Chores = { chores: readonly Chore[]; database: Database; log: Logger }
type Circumstances = {
  laboratories?: readonly string[] | undefined
  clock?: (() => Date) | undefined
  signal?: AbortSignal
}

/** How long a stop waits for chores; what is cut off is done in the next round, by this process or another. */
const stopMilliseconds = 8_000

/** Goes on past failures and throws at the end if any laboratory failed. When aborted, stops after the laboratory in hand. */
export async function inEachLaboratory(
  laboratories: readonly string[],
  work: (id: string) => Promise<unknown>,
  signal?: AbortSignal,
): Promise<void> {
  const failures: unknown[] = []
  for (const id of laboratories) {
    if (signal?.aborted) break
    await work(id).catch(error => {
      // A disabled laboratory is skipped and keeps its data.
      if (!(error instanceof Problem && error.code === 'brand_unknown')) failures.push(error)
    })
  }
  if (failures.length === 0) return
  throw new Error(`It failed in ${failures.length} of ${laboratories.length} laboratories.`, { cause: failures[0] })
}

/** Chores due in a given minute since the start; in minute 0 all are. */
const dueIn = (minute: number, chores: readonly Chore[]) =>
  chores.filter(({ everyMinutes }) => minute % everyMinutes === 0)

async function doChore(
  chore: Chore,
  { database, log }: Chores,
  { laboratories, clock = () => new Date(), signal }: Circumstances = {},
): Promise<void> {
  const everywhere: InLaboratories =
    'everywhere' in chore
      ? chore.everywhere
      : async ids =>
          inEachLaboratory(
            ids ?? (await database.listLaboratories('all')),
            id => openLaboratoryOf(database, id, 'write', laboratory => chore.work(laboratory, clock())),
            signal,
          )
  await recorded(chore.name, everywhere(laboratories, signal)).catch(error =>
    log.warn({ chore: chore.name, error: describeError(error) }, 'chore failed'),
  )
}

export async function doChores(
  kept: Chores,
  { minute = 0, ...circumstances }: Circumstances & { minute?: number } = {},
): Promise<void> {
  for (const chore of dueIn(minute, kept.chores)) await doChore(chore, kept, circumstances)
}

/** Runs until stopped, without keeping the process alive. A slow chore delays no other, and is not started twice. */
export function keepChores(kept: Chores): { stop: () => Promise<unknown> } {
  const running = new Map<Chore, Promise<void>>()
  const stopping = new AbortController()
  let minute = 0
  for (const { name } of kept.chores) expectJob(name)
  const timer = setInterval(() => {
    for (const chore of dueIn(minute, kept.chores)) {
      if (running.has(chore)) continue
      running.set(
        chore,
        doChore(chore, kept, { signal: stopping.signal }).finally(() => running.delete(chore)),
      )
    }
    minute += 1
  }, 60_000)
  timer.unref()
  return {
    stop: () => {
      clearInterval(timer)
      stopping.abort()
      const late = Promise.withResolvers<void>()
      setTimeout(late.resolve, stopMilliseconds).unref()
      return Promise.race([Promise.all(running.values()), late.promise])
    },
  }
}
