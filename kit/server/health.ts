import { setTimeout as sleep } from 'node:timers/promises'
import * as v from 'valibot'
import { endpoint } from '#kit/contract.ts'
import { anyonesBody, type Guard } from './guard.ts'
import { describeCause } from './log.ts'
import { type Api, on } from './serve.ts'
import type { Storage } from './storage.ts'

const Live = v.object({ status: v.literal('ok') })
/** `degraded`: everything is served except what needs a file. */
const Ready = v.object({ status: v.picklist(['ok', 'degraded']), storage: v.picklist(['ok', 'unavailable']) })

/** Probes give up after a second or two; a silent storage must not cause that. */
const longestLook = 500

/** For probes, which call by IP address and know no tenant. */
const asProbe: Guard<null, 'nothing'> = {
  bodyAllowance: anyonesBody,
  run: (_context, _needs, _mode, work) => work(null),
}

type Probed = { ping: () => Promise<void>; storage: Storage; isStopping: () => boolean }

export function healthRoutes(api: Api, { ping, storage, isStopping }: Probed) {
  const live = endpoint({
    method: 'GET',
    path: '/healthz',
    needs: 'nothing',
    summary: 'The process answers',
    reply: Live,
  })
  on(api, live, asProbe, async () => ({ status: 'ok' as const }))

  const ready = endpoint({
    method: 'GET',
    path: '/readyz',
    needs: 'nothing',
    summary: 'The database answers too, and the process is not stopping; whether the storage does is said beside it',
    reply: Ready,
    refusals: { stopping: 503 },
  })
  on(api, ready, asProbe, async ({ refuse }) => {
    if (isStopping()) return refuse('stopping', { retryAfter: 5 })
    const [isStored] = await Promise.all([looksThere(api, storage), ping()])
    return isStored
      ? { status: 'ok' as const, storage: 'ok' as const }
      : { status: 'degraded' as const, storage: 'unavailable' as const }
  })
}

/** An unavailable storage does not fail readiness: all processes share it, and none would be left to serve the rest. */
async function looksThere(api: Api, storage: Storage): Promise<boolean> {
  const look = storage.look().then(
    () => true,
    error => {
      api.services.log.warn({ cause: describeCause(error) }, 'the storage does not answer')
      return false
    },
  )
  return Promise.race([look, sleep(longestLook, false, { ref: false })])
}
