import { beforeEach, expect, it } from 'vitest'
import { openLaboratoryOf } from '#tenancy/server/guards.ts'
import { startTestApp, testSecret } from '#test/harness.ts'
import { type TestLaboratory, type TestUser, testPassword } from '#test/make.ts'
import { SeenSessions } from './seen-session.ts'

const { app, make, request } = startTestApp()
const sessions = new SeenSessions(app.api, { appSecret: testSecret })

let laboratory: TestLaboratory
let user: TestUser
let cookie: string
beforeEach(async () => {
  laboratory = await make.laboratory()
  user = await make.user(await make.practice(laboratory))
  cookie = cookieOf(await request(laboratory, '/auth', { body: { login: user.login, password: testPassword } }))
})

const cookieOf = (response: Response) => response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
const seen = (shown = cookie, at = laboratory) =>
  openLaboratoryOf(app.api.services.database, at.id, 'read', here =>
    sessions.find(here, new Headers({ cookie: shown })),
  )
const change = (values: string) =>
  make.within(laboratory.id, client => client.query(`update sessions set ${values} where user_id = $1`, [user.id]))
const row = () =>
  make.within(laboratory.id, async client => {
    const { rows } = await client.query('select * from sessions where user_id = $1', [user.id])
    return rows
  })

it('is whose page it is, by a token of that session, and nothing of it is used up', async () => {
  const before = await row()
  const session = await seen()
  expect(session).toMatchObject({ userId: user.id, kind: 'practice' })
  const headers = { authorization: `Bearer ${await session?.makeToken()}` }
  expect((await request(laboratory, '/api/orders', { headers })).status).toBe(200)
  expect(await row()).toEqual(before)
})

it('is nobody’s by a cookie that has been replaced, which ends nothing', async () => {
  const renewed = cookieOf(await request(laboratory, '/api/token/refresh', { method: 'POST', headers: { cookie } }))
  expect(renewed).not.toBe(cookie)
  expect(await seen(cookie)).toBeUndefined()
  expect(await seen(renewed)).toMatchObject({ userId: user.id })
  expect(await row()).toMatchObject([{ ended_at: null }])
})

it('is nobody’s once it has ended, lain idle or grown too old', async () => {
  for (const over of [
    `used_at = now() - interval '13 hours'`,
    `used_at = now(), created_at = now() - interval '31 days'`,
    `created_at = now(), ended_at = now(), ended_because = 'logout'`,
  ]) {
    expect(await seen()).toBeDefined()
    await change(over)
    expect(await seen(), over).toBeUndefined()
    if (!over.includes('ended')) await change('used_at = now(), created_at = now()')
  }
})

it('is nobody’s where the user is disabled, in another laboratory, or by a cookie that we have not made', async () => {
  expect(await seen(cookie, await make.laboratory())).toBeUndefined()
  expect(await seen(cookie.replace(/.{4}$/, 'AAAA'))).toBeUndefined()
  expect(await seen('')).toBeUndefined()
  await make.within(laboratory.id, client =>
    client.query('update users set disabled_at = now() where id = $1', [user.id]),
  )
  expect(await seen()).toBeUndefined()
})
