import { createHmac, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { endpoint } from '#kit/contract.ts'
import { asSignedIn, asVisitor } from '#tenancy/server/guards.ts'
import { startTestApp } from '#test/harness.ts'
import { smallApi } from '#test/small-api.ts'
import { describeApi } from './openapi.ts'
import { type Api, on } from './serve.ts'

const { app, make, tokenFor } = startTestApp()

describe('an endpoint that takes the body as it comes', () => {
  const event = endpoint({
    method: 'POST',
    path: '/payments/events',
    needs: 'nothing',
    summary: '',
    bodyTypes: ['application/json'],
    rawBody: { mostBytes: 1_000 },
    status: 204,
  })
  const send = (api: Api, body: BodyInit, type = 'application/json') =>
    api.http.request('/payments/events', { method: 'POST', headers: { 'content-type': type }, body })

  it('is given every byte of it, whatever they say, so that a signature of them is one', async () => {
    const { api } = smallApi(app.api.services)
    const key = randomBytes(32)
    const sign = (bytes: Uint8Array) => createHmac('sha256', key).update(bytes).digest('hex')
    const seen: string[] = []
    on(api, event, asVisitor, async ({ bytes }) => {
      seen.push(sign(bytes))
      return undefined
    })
    const bodies = [
      Buffer.from('{ "b":1,\r\n"a" : "\\u00e9\\u0000" }\n'),
      Buffer.from([0xff, 0xfe, 0x00, 0x0a]),
      Buffer.alloc(0),
    ]
    for (const body of bodies) expect((await send(api, body)).status).toBe(204)
    expect(seen).toEqual(bodies.map(sign))
  })

  it('reads no more than it says, of a stranger’s too, and no other media type', async () => {
    const { api } = smallApi(app.api.services)
    on(api, event, asVisitor, async () => undefined)
    expect((await send(api, Buffer.alloc(1_000))).status).toBe(204)
    expect((await send(api, Buffer.alloc(1_001))).status).toBe(413)
    expect((await send(api, Buffer.alloc(10), 'text/plain')).status).toBe(415)
  })

  it('says so in the description', () => {
    const { api } = smallApi(app.api.services)
    on(api, event, asVisitor, async () => undefined)
    const { paths } = describeApi(api) as { paths: Record<string, { post: { requestBody: unknown } }> }
    expect(paths['/payments/events']?.post.requestBody).toEqual({
      required: true,
      description: 'Read to the last byte as it comes, 1000 bytes at most.',
      content: { 'application/json': {} },
    })
  })

  it('that makes something knows an intent by its bytes', async () => {
    const { api } = smallApi(app.api.services)
    const user = await make.user(await make.practice(await make.laboratory()))
    let made = 0
    on(api, { ...event, needs: 'session', creates: true } as const, asSignedIn, async () => {
      made += 1
      return undefined
    })
    const known = {
      host: user.laboratory.host,
      authorization: `Bearer ${await tokenFor(user)}`,
      'idempotency-key': 'k',
    }
    const post = async (body: string) =>
      (
        await api.http.request('/payments/events', {
          method: 'POST',
          headers: { ...known, 'content-type': 'application/json' },
          body,
        })
      ).status
    expect([await post('{"a":1}'), await post('{"a":1}'), await post('{"a": 1}')]).toEqual([204, 204, 422])
    expect(made).toBe(1)
  })
})
