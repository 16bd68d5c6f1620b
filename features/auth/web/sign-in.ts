import type { Sent } from '#kit/contract.ts'
import { call } from '#kit/web/call.ts'
import { authCalls } from '../contract.ts'
import { session } from './browser-session.ts'

/** Rejects with the Problem for the form; returns a challenge if a code is owed. */
export async function signIn(body: Sent<typeof authCalls.login>['body']): Promise<string | null> {
  // A pending sign-out that the server has not heard of must not end the new session.
  await session.settle().catch(() => undefined)
  const { data } = await call(authCalls.login, { body })
  if ('challenge' in data) return data.challenge
  session.begin(data.token)
  return null
}
