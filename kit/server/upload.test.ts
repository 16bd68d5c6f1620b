import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { data, endpoint } from '#kit/contract.ts'
import { startTestApp } from '#test/harness.ts'
import { asPracticeUser } from './guards.ts'
import { answerErrors, withLimits, withRequestContext } from './middleware.ts'
import { newApi } from './serve.ts'
import { onUpload } from './upload.ts'

const { app, make, tokenFor } = startTestApp()

let folder: string
let headers: Record<string, string>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'arcade-upload-'))
  const user = await make.user(await make.practice(await make.laboratory()))
  headers = { host: user.laboratory.host, authorization: `Bearer ${await tokenFor(user)}` }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const add = endpoint({
  method: 'POST',
  path: '/files',
  summary: '',
  status: 201,
  upload: 'file',
  reply: data(v.object({ size: v.number(), fields: v.array(v.string()) })),
})

/** An interface with nothing but an upload, and what has become of each. */
function smallApi(bodyMilliseconds?: number) {
  const steps: string[] = []
  const api = newApi({ ...app.api.services, log: pino({ level: 'silent' }) })
  answerErrors(api)
  api.http.use(withRequestContext(api.services))
  api.http.use(withLimits)
  const settings = { folder, ...(bodyMilliseconds ? { bodyMilliseconds } : {}) }
  onUpload(api, add, asPracticeUser, settings, {
    async reserve() {
      steps.push('reserved')
      return { limit: 1_000_000 }
    },
    judge() {},
    async store({ size, fields }) {
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
/** A body that begins and then only hangs, until it is given up. */
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
  const { api, steps } = smallApi(150)
  const answer = await api.http.request('/files', hanging().request)
  expect(answer.status).toBe(503)
  expect(steps).toEqual(['reserved', 'released'])
  expect(await readdir(folder)).toEqual([])
})

it('tells whoever comes when all places are taken to come again, and serves on when they are free', async () => {
  const { api } = smallApi()
  const slow = Array.from({ length: 64 }, hanging)
  const answers = slow.map(({ request }) => api.http.request('/files', request))
  const refused = await api.http.request('/files', hanging().request)
  expect(refused.status).toBe(503)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  // Only once they are there can they go.
  await expect.poll(async () => (await readdir(folder)).length, { timeout: 20_000 }).toBe(64)
  for (const { end } of slow) end()
  await Promise.all(answers)
  const body = new FormData()
  body.append('file', new Blob(['x']), 'a.pdf')
  expect((await api.http.request('/files', { method: 'POST', headers, body })).status).toBe(201)
  expect(await readdir(folder)).toEqual([])
})
