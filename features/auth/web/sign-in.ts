import type { Sent } from '#kit/contract.ts'
import { call } from '#kit/web/call.ts'
import { authCalls } from '../contract.ts'
import { session } from './browser-session.ts'

/** Rejects with the Problem that the form shows. */
export async function signIn(body: Sent<typeof authCalls.login>['body']): Promise<void> {
  // A departure that the server has not heard of must not end the session that begins now.
  await session.settle().catch(() => undefined)
  const { data } = await call(authCalls.login, { body })
  session.begin(data.token)
}
