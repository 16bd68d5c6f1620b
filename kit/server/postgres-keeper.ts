import { setTimeout as sleep } from 'node:timers/promises'
import { type Address, type Cluster, isPostgresRunning, startPostgres, stopPostgres } from './postgres-process.ts'

const lookEveryMilliseconds = 500
const longestPauseSeconds = 30
/** A server that ran this long had started well: its end is a new problem. */
const wellAfterMilliseconds = 60_000

/**
 * Restarts PostgreSQL at the same address whenever it exits: killed, or because even its log no longer fitted on the disk. At
 * once the first time, then after doubling pauses, since whatever ends it at the start will do so again.
 */
export function keepPostgres(cluster: Cluster, address: Address, say: (sentence: string) => void) {
  const stopping = new AbortController()
  const { signal } = stopping
  let failures = 0
  let startedAt = Date.now()

  async function keep(): Promise<void> {
    while (await passed(lookEveryMilliseconds)) {
      if (isPostgresRunning(cluster)) {
        if (Date.now() - startedAt > wellAfterMilliseconds) failures = 0
        continue
      }
      const seconds = pauseBefore(failures)
      say(`PostgreSQL has ended: starting it again${seconds > 0 ? ` in ${seconds} s` : ''}.`)
      if (!(await passed(seconds * 1_000))) return
      failures += 1
      await startAgain()
    }
  }

  async function startAgain(): Promise<void> {
    try {
      await startPostgres(cluster, address)
      startedAt = Date.now()
      say('PostgreSQL runs again.')
    } catch (error) {
      if (!signal.aborted) say(error instanceof Error ? error.message : String(error))
    }
  }

  /** False when it is time to stop. */
  const passed = (milliseconds: number) =>
    sleep(milliseconds, undefined, { signal, ref: false }).then(
      () => true,
      () => false,
    )

  const kept = keep()
  return {
    async stop() {
      stopping.abort()
      // Also ends a server that is just being started, which the keeper is waiting for.
      await stopPostgres(cluster)
      await kept
      await stopPostgres(cluster)
    },
  }
}

const pauseBefore = (failures: number) => (failures === 0 ? 0 : Math.min(longestPauseSeconds, 2 ** (failures - 1)))
