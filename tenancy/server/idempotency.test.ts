import { setTimeout as working } from 'node:timers/promises'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { data, endpoint } from '#kit/contract.ts'
import { problem } from '#kit/problem.ts'
import { answerErrors, withRequestContext } from '#kit/server/middleware.ts'
import { newApi, on } from '#kit/server/serve.ts'
import { problemOf, startTestApp } from '#test/harness.ts'
import type { TestUser } from '#test/make.ts'
import { doChores } from './chores.ts'
import { asSignedIn } from './guards.ts'

const { app, as, make, tokenFor } = startTestApp()

const newUser = async () => make.user(await make.practice(await make.laboratory()))

/** Two creating calls on the real server and database; `made` counts how often the work was done. */
async function makingApi(user: TestUser) {
  const api = newApi(app.api.services)
  answerErrors(api)
  api.http.use(withRequestContext(api.services))
  const state = { made: 0, isRefusing: false, duration: 0 }
  const things = endpoint({
    method: 'POST',
    path: '/things',
    needs: 'session',
    summary: '',
    status: 201,
    creates: true,
    body: v.strictObject({ name: v.string(), size: v.optional(v.number()) }),
    reply: data(v.object({ number: v.number(), name: v.string() })),
  })
  const answers = endpoint({
    method: 'POST',
    path: '/things/:id',
    needs: 'session',
    summary: '',
    status: 204,
    creates: true,
  })
  on(api, things, asSignedIn, async ({ body }) => {
    await working(state.duration)
    if (state.isRefusing) throw problem('forbidden')
    return { data: { number: ++state.made, name: body.name } }
  })
  on(api, answers, asSignedIn, async () => {
    state.made += 1
    return undefined
  })
  const authorization = `Bearer ${await tokenFor(user)}`
  const send = (key: string | undefined, body: unknown = { name: 'x' }, path = '/things') =>
    api.http.request(path, {
      method: 'POST',
      headers: {
        host: user.laboratory.host,
        authorization,
        'content-type': 'application/json',
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      body: JSON.stringify(body),
    })
  return { send, state }
}

describe('a creating call with a key', () => {
  it('is done once and answered alike each time, in whatever order its fields come', async () => {
    const { send, state } = await makingApi(await newUser())
    const first = await send('k1', { name: 'x', size: 1 })
    expect(first.status).toBe(201)
    const text = await first.text()
    expect(JSON.parse(text)).toEqual({ data: { number: 1, name: 'x' } })
    const again = await send('k1', { size: 1, name: 'x' })
    expect([again.status, await again.text()]).toEqual([201, text])
    expect(again.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(again.headers.get('cache-control')).toBe('no-store')
    expect(state.made).toBe(1)
  })

  it('finds its answer after a restart', async () => {
    const user = await newUser()
    const before = await makingApi(user)
    const text = await (await before.send('k1')).text()
    const after = await makingApi(user)
    expect(await (await after.send('k1')).text()).toBe(text)
    expect(after.state.made).toBe(0)
  })

  it('is refused with another body, or for another thing', async () => {
    const { send, state } = await makingApi(await newUser())
    await send('k1')
    const other = await send('k1', { name: 'y' })
    expect([other.status, (await problemOf(other)).code]).toEqual([422, 'idempotency_key_reused'])
    const [one, two] = ['5a0f6a3e-6a53-4f6b-9d5c-0d2f5e4f1a01', '5a0f6a3e-6a53-4f6b-9d5c-0d2f5e4f1a02']
    expect((await send('k2', undefined, `/things/${one}`)).status).toBe(204)
    expect((await send('k2', undefined, `/things/${two}`)).status).toBe(422)
    const again = await send('k2', undefined, `/things/${one}`)
    expect([again.status, await again.text()]).toEqual([204, ''])
    expect(state.made).toBe(2)
  })

  it('belongs to one user at one route of one laboratory', async () => {
    const user = await newUser()
    const colleague = await make.user({ id: String(user.practiceId), laboratory: user.laboratory })
    const callers = [await makingApi(user), await makingApi(colleague), await makingApi(await newUser())]
    for (const { send, state } of callers) {
      expect((await send('shared')).status).toBe(201)
      expect((await send('shared', undefined, '/things/5a0f6a3e-6a53-4f6b-9d5c-0d2f5e4f1a01')).status).toBe(204)
      expect(state.made).toBe(2)
    }
  })

  it('sent twenty times at once is done once: the others hear the same, or that it is under way', async () => {
    const { send, state } = await makingApi(await newUser())
    state.duration = 50
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const response = await send('k1')
        return { status: response.status, text: await response.text() }
      }),
    )
    const made = answers.filter(({ status }) => status === 201)
    const waiting = answers.filter(({ status }) => status === 409)
    expect(made.length + waiting.length).toBe(20)
    expect(new Set(made.map(({ text }) => text))).toEqual(new Set(['{"data":{"number":1,"name":"x"}}']))
    expect(new Set(waiting.map(({ text }) => JSON.parse(text).code))).toEqual(new Set(['request_in_flight']))
    expect(state.made).toBe(1)
  })

  it('keeps nothing of a refusal: the next try is a new one', async () => {
    const { send, state } = await makingApi(await newUser())
    state.isRefusing = true
    expect((await send('k1')).status).toBe(403)
    state.isRefusing = false
    expect((await send('k1')).status).toBe(201)
    expect(state.made).toBe(1)
  })

  it('takes 1 to 255 visible letters and nothing else', async () => {
    const { send, state } = await makingApi(await newUser())
    for (const key of ['', 'a b', 'é', 'x'.repeat(256)]) {
      const response = await send(key)
      expect([response.status, (await problemOf(response)).code], key).toEqual([400, 'idempotency_key_invalid'])
    }
    expect((await send('!'.repeat(255))).status).toBe(201)
    expect(state.made).toBe(1)
  })

  it('is kept for two days and then forgotten', async () => {
    const user = await newUser()
    const { send, state } = await makingApi(user)
    const age = (hours: number) =>
      make.within(user.laboratory.id, client =>
        client.query(`update idempotency_keys set created_at = now() - make_interval(hours => $1)`, [hours]),
      )
    await send('old')
    await age(47)
    await send('new')
    await send('old')
    expect(state.made).toBe(2)
    await age(49)
    await doChores(app.chores, { laboratories: [user.laboratory.id] })
    await send('old')
    expect(state.made).toBe(3)
  })

  it('is forgotten by a chore of its laboratory, whether its user comes back or not, and of no other', async () => {
    const users = [await newUser(), await newUser()]
    for (const user of users) {
      await (await makingApi(user)).send('k')
      await make.within(user.laboratory.id, client =>
        client.query(`update idempotency_keys set created_at = now() - interval '3 days'`),
      )
    }
    const [one, two] = users as [TestUser, TestUser]
    await doChores(app.chores, { laboratories: [one.laboratory.id] })
    const keptOf = async ({ laboratory }: TestUser) =>
      (await make.within(laboratory.id, client => client.query('select from idempotency_keys'))).rowCount
    expect([await keptOf(one), await keptOf(two)]).toEqual([0, 1])
  })
})

it('a creating call without a key works each time', async () => {
  const { send, state } = await makingApi(await newUser())
  await send(undefined)
  await send(undefined)
  expect(state.made).toBe(2)
})

it('the description of the interface names the header of every creating call, and of no other', async () => {
  const call = await as(await newUser())
  const { paths } = (await (await call('/api/openapi.json')).json()) as {
    paths: Record<string, Record<string, { parameters: { name: string; in: string }[] }>>
  }
  for (const endpoint of app.api.endpoints) {
    const operation = paths[endpoint.path.replace(/:(\w+)/g, '{$1}')]?.[endpoint.method.toLowerCase()]
    const names = operation?.parameters.filter(parameter => parameter.in === 'header').map(({ name }) => name)
    expect(names, endpoint.path).toEqual(endpoint.creates ? ['Idempotency-Key'] : [])
  }
})
