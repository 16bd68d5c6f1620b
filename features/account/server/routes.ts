import { recordEvent } from '#features/audit/server/sql.ts'
import { type Api, on } from '#kit/server/serve.ts'
import { asSignedIn } from '#tenancy/server/guards.ts'
import { accountCalls } from '../contract.ts'
import { setLanguage } from './sql.ts'

export function accountRoutes(api: Api) {
  on(api, accountCalls.changeLanguage, asSignedIn, async ({ actor: user, body, requestId }) => {
    await setLanguage(user, body.language)
    await recordEvent(user, { kind: 'language_changed', requestId, userId: user.userId, sessionId: user.sessionId })
    return undefined
  })
}
