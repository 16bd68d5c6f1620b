import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as trickle } from 'node:timers/promises'
import { pino } from 'pino'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { data, endpoint } from '#kit/contract.ts'
import { asPracticeUser } from '#tenancy/server/guards.ts'
import { startTestApp } from '#test/harness.ts'
import type { TestUser } from '#test/make.ts'
import { answerErrors, withLimits, withRequestContext } from './middleware.ts'
import { newApi } from './serve.ts'
import { queues } from './turns.ts'
import { onUpload } from './upload.ts'

const { app, make, tokenFor } = startTestApp()

let folder: string
type Headers = Record<string, string>
let headers: Headers
let colleague: Headers
let stranger: Headers
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'arcade-upload-'))
  const headersOf = async (user: TestUser) => ({
    host: user.laboratory.host,
    authorization: `Bearer ${await tokenFor(user)}`,
  })
  const practice = await make.practice(await make.laboratory())
  headers = await headersOf(await make.user(practice))
  colleague = await headersOf(await make.user(practice))
  stranger = await headersOf(await make.user(await make.practice(await make.laboratory())))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const add = endpoint({
  method: 'POST',
  path: '/files',
  needs: 'portal',
  summary: '',
  status: 201,
  upload: 'file',
  reply: data(v.object({ size: v.number(), fields: v.array(v.string()) })),
})

/** An API with nothing but an upload, recording the steps of each. */
function smallApi(slowest?: { bytesPerSecond: number; milliseconds: number }, looked?: Promise<void>) {
  const steps: string[] = []
  const api = newApi({ ...app.api.services, log: pino({ level: 'silent' }) })
  answerErrors(api)
  api.http.use(withRequestContext(api.services))
  api.http.use(withLimits)
  const settings = { folder, ...(slowest ? { slowest } : {}) }
  onUpload(api, add, asPracticeUser, settings, {
    limitOf: async () => 1_000_000,
    async reserve() {
      steps.push('reserved')
      return { limit: 1_000_000 }
    },
    judge() {},
    async store({ size, fields }) {
      await looked
      return { size, fields: [...fields.keys()] }
    },
    async finish(_asked, _reserved, stored) {
      steps.push('finished')
      return { data: stored }
    },
    async release() {
      steps.push('released')
    },
  })
  return { api, steps }
}

const begun = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\nfirst bytes'
/** A body that starts and then hangs until it is aborted. */
const hanging = () => {
  let end = () => {}
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(begun))
      end = () => controller.error(new Error('gone'))
    },
  })
  const type = { 'content-type': 'multipart/form-data; boundary=x' }
  return {
    request: { method: 'POST', headers: { ...headers, ...type }, body, duplex: 'half' } as const,
    end: () => end(),
  }
}

it('takes what is far larger than other bodies may be, with the fields before it', async () => {
  const { api, steps } = smallApi()
  const body = new FormData()
  body.append('note', 'x')
  body.append('file', new Blob([new Uint8Array(900_000)]), 'a.pdf')
  const answer = await api.http.request('/files', { method: 'POST', headers, body })
  expect(await answer.json()).toEqual({ data: { size: 900_000, fields: ['note'] } })
  expect(steps).toEqual(['reserved', 'finished'])
})

it('gives up a sender that is too slow, and lets go of what it had reserved', async () => {
  const { api, steps } = smallApi({ bytesPerSecond: 16_000, milliseconds: 150 })
  const answer = await api.http.request('/files', hanging().request)
  expect(answer.status).toBe(503)
  expect(steps).toEqual(['reserved', 'released'])
  expect(await readdir(folder)).toEqual([])
})

it('takes what comes slowly, but comes', async () => {
  const { api } = smallApi({ bytesPerSecond: 16_000, milliseconds: 1_000 })
  const encoded = (text: string) => new TextEncoder().encode(text)
  async function* slowly() {
    yield encoded(begun)
    // Longer than the pace's interval, and five times as fast as required: a busy machine may pause for a moment.
    for (let piece = 0; piece < 12; piece++) {
      await trickle(100)
      yield encoded('x'.repeat(8_000))
    }
    yield encoded('\r\n--x--\r\n')
  }
  const body = Readable.toWeb(Readable.from(slowly()))
  const answer = await api.http.request('/files', { ...hanging().request, body } as RequestInit)
  expect(await answer.json()).toMatchObject({ data: { size: 'first bytes'.length + 96_000 } })
})

it('lets one user send eight at once and wait with more, and nobody else wait with them', async () => {
  const { api, steps } = smallApi()
  const slow = Array.from({ length: 9 }, hanging)
  const answers = slow.map(({ request }) => api.http.request('/files', request))
  // The files must exist before they can be removed.
  await expect.poll(async () => (await readdir(folder)).length, { timeout: 20_000 }).toBe(8)
  await expect.poll(() => steps).toEqual(Array(9).fill('reserved'))
  const body = () => {
    const form = new FormData()
    form.append('file', new Blob(['x']), 'a.pdf')
    return form
  }
  for (const other of [colleague, stranger])
    expect((await api.http.request('/files', { method: 'POST', headers: other, body: body() })).status).toBe(201)
  expect(await readdir(folder)).toHaveLength(8)
  slow[0]?.end()
  await expect.poll(() => queues.get('uploads')?.()).toMatchObject({ running: 8, waiting: 0 })
  for (const { end } of slow) end()
  await Promise.all(answers)
  expect((await api.http.request('/files', { method: 'POST', headers, body: body() })).status).toBe(201)
  expect(await readdir(folder)).toEqual([])
})

it('holds no place of the senders while what has come waits to be looked at', async () => {
  const { promise: looked, resolve } = Promise.withResolvers<void>()
  const { api } = smallApi(undefined, looked)
  const send = () => {
    const body = new FormData()
    body.append('file', new Blob(['x']), 'a.pdf')
    return api.http.request('/files', { method: 'POST', headers, body })
  }
  const answers = Array.from({ length: 9 }, send)
  await expect.poll(async () => (await readdir(folder)).length).toBe(9)
  await expect.poll(() => queues.get('uploads')?.()).toMatchObject({ running: 0, waiting: 0 })
  resolve()
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(9).fill(201))
})
