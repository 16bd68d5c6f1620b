import { recordEvent } from '#features/audit/server/sql.ts'
import { type Api, on } from '#kit/server/serve.ts'
import { asVisitor } from '#tenancy/server/guards.ts'
import { signupCalls } from '../contract.ts'
import { networkKey } from './limits.ts'
import { keepSignup } from './sql.ts'

export function signupRoutes(api: Api) {
  on(api, signupCalls.request, asVisitor, async ({ actor: visitor, body, requestId, refuse }) => {
    await visitor.laboratory(async laboratory => {
      const kept = await keepSignup(laboratory, body, networkKey(visitor.address))
      if ('retryAfter' in kept) return refuse('signup_too_often', kept)
      if (kept.isNew) await recordEvent(laboratory, { kind: 'signup_requested', requestId })
    })
    return { data: { state: 'waiting' as const } }
  })
}
