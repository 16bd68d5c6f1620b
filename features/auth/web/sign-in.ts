import type { Sent } from '#kit/contract.ts'
import { call } from '#kit/web/call.ts'
import { authCalls } from '../contract.ts'
import { session } from './browser-session.ts'
import { setChallenge } from './challenge.ts'

/** Rejects with the Problem that the form shows. Whoever owes a code is asked for it by the sign-in page. */
export async function signIn(body: Sent<typeof authCalls.login>['body']): Promise<void> {
  // A departure that the server has not heard of must not end the session that begins now.
  await session.settle().catch(() => undefined)
  const { data } = await call(authCalls.login, { body })
  if ('challenge' in data) setChallenge(data.challenge)
  else session.begin(data.token)
}
