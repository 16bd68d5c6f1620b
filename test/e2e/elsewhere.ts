import type { APIResponse, Page } from '@playwright/test'
import { type TestUser, testPassword } from '../make.ts'
import { at } from './addresses.ts'
import { expect } from './portal.ts'

/** Browsers know the names under localhost, Node asks the network for them. */
export const byNumber = (host: string, path: string) => ({
  url: at('127.0.0.1', path),
  headers: { host: new URL(at(host, path)).host },
})

/** The calls of somebody who sits at another screen. */
export async function signedInElsewhere(page: Page, host: string, user: TestUser) {
  const send = (method: string, path: string, token: string, data?: object): Promise<APIResponse> => {
    const { url, headers } = byNumber(host, path)
    const authorization = token && { authorization: `Bearer ${token}` }
    return page.request.fetch(url, { method, headers: { ...headers, ...authorization }, ...(data && { data }) })
  }
  const session = await send('POST', '/auth', '', { login: user.login, password: testPassword })
  const { token } = (await session.json()).data
  return (method: string, path: string, data?: object) => send(method, path, token, data)
}

/** What somebody does elsewhere at the same time. */
export async function elsewhere(page: Page, host: string, user: TestUser, path: string, body: object) {
  const call = await signedInElsewhere(page, host, user)
  expect((await call('POST', path, body)).ok()).toBe(true)
}
