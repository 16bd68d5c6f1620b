import type { Sent } from '#kit/contract.ts'
import { call } from '#kit/web/call.ts'
import { authCalls } from '../contract.ts'
import { session } from './browser-session.ts'

/** Rejects with the Problem that the form shows; answers a challenge for whoever owes a code. */
export async function signIn(body: Sent<typeof authCalls.login>['body']): Promise<string | null> {
  // A departure that the server has not heard of must not end the session that begins now.
  await session.settle().catch(() => undefined)
  const { data } = await call(authCalls.login, { body })
  if ('challenge' in data) return data.challenge
  session.begin(data.token)
  return null
}
