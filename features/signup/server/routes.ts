import { recordEvent } from '#features/audit/server/sql.ts'
import { type Api, on } from '#kit/server/serve.ts'
import type { Laboratory } from '#tenancy/server/actor.ts'
import { asVisitor } from '#tenancy/server/guards.ts'
import { signupCalls } from '../contract.ts'
import { networkKey } from './limits.ts'
import { receiptMail } from './mail-text.ts'
import { hasAskedLately, insertSignup } from './sql.ts'

/** Notifies the laboratory of a waiting request. */
type TellWaiting = (laboratory: Laboratory, id: string) => Promise<void>

export function signupRoutes(api: Api, tellWaiting: TellWaiting, areMailsSent: boolean) {
  const { outbox } = api.services
  on(api, signupCalls.request, asVisitor, async ({ actor: visitor, body, requestId, refuse }) => {
    await visitor.laboratory(async laboratory => {
      const kept = await insertSignup(laboratory, body, networkKey(visitor.address))
      if ('retryAfter' in kept) return refuse('signup_too_often', kept)
      if (kept.newId === undefined) return
      await recordEvent(laboratory, { kind: 'signup_requested', requestId })
      if (!(await hasAskedLately(laboratory, kept.newId)))
        await outbox.put(laboratory, { address: body.email1, language: kept.language }, receiptMail)
      await tellWaiting(laboratory, kept.newId)
    })
    return { data: { state: 'waiting' as const, areMailsSent } }
  })
}
