import { recordDeed } from '#features/audit/server/sql.ts'
import { problem } from '#kit/problem.ts'
import { type Api, on } from '#kit/server/serve.ts'
import type { PracticeUser } from '#tenancy/server/actor.ts'
import { asPracticeUser } from '#tenancy/server/guards.ts'
import { privacyCalls } from '../contract.ts'
import { findOwnErasure, insertErasure, lockOwnErasure, setErasureWithdrawn } from './erasure-sql.ts'

/** Notifies the laboratory of the waiting request. */
type TellWaiting = (user: PracticeUser, id: string) => Promise<void>

/** A user's request for the erasure of their data. */
export function erasureRoutes(api: Api, tellWaiting: TellWaiting) {
  on(api, privacyCalls.erasure, asPracticeUser, async ({ actor: user }) => ({
    data: (await findOwnErasure(user)) ?? null,
  }))

  on(api, privacyCalls.askErasure, asPracticeUser, async ({ actor: user, requestId }) => {
    const made = await insertErasure(user)
    if (made) {
      await recordDeed(user, 'erasure_requested', requestId)
      await tellWaiting(user, made.id)
    }
    const request = await findOwnErasure(user)
    if (!request) throw problem('not_found')
    return { data: request }
  })

  on(api, privacyCalls.withdrawErasure, asPracticeUser, async ({ actor: user, requestId, refuse }) => {
    const request = await lockOwnErasure(user)
    if (!request) throw problem('not_found')
    if (request.state !== 'waiting') return refuse('erasure_decided')
    await setErasureWithdrawn(user, request.id)
    await recordDeed(user, 'erasure_withdrawn', requestId)
    return undefined
  })
}
