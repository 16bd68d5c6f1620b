import * as v from 'valibot'
import { endpoint } from '#kit/contract.ts'
import { anyonesBody, type Guard } from './guard.ts'
import { describeCause } from './log.ts'
import { type Api, on } from './serve.ts'
import type { Storage } from './storage.ts'

const Health = v.object({ status: v.literal('ok') })

/** For probes, which come by address and know no tenant. */
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
    reply: Health,
  })
  on(api, live, asProbe, async () => ({ status: 'ok' as const }))

  const ready = endpoint({
    method: 'GET',
    path: '/readyz',
    needs: 'nothing',
    summary: 'The database and the storage answer too, and the process is not stopping',
    reply: Health,
    refusals: { stopping: 503, storage_unavailable: 503 },
  })
  on(api, ready, asProbe, async ({ refuse }) => {
    if (isStopping()) return refuse('stopping', { retryAfter: 5 })
    await ping()
    await storage.look().catch(error => {
      api.services.log.warn({ cause: describeCause(error) }, 'the storage does not answer')
      return refuse('storage_unavailable', { retryAfter: 5 })
    })
    return { status: 'ok' as const }
  })
}
