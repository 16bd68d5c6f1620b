import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { problemOf, startTestApp } from '#test/harness.ts'

const { request, folder } = startTestApp()
const ready = () => request({ host: '127.0.0.1' }, '/readyz')

it('is ready without a laboratory’s address, and not while the storage is away', async () => {
  expect((await ready()).status).toBe(200)
  await rename(join(folder, 'files'), join(folder, 'elsewhere'))
  const response = await ready()
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
  expect((await problemOf(response)).code).toBe('storage_unavailable')
  expect((await request({ host: '127.0.0.1' }, '/healthz')).status).toBe(200)
  await rename(join(folder, 'elsewhere'), join(folder, 'files'))
  expect((await ready()).status).toBe(200)
})
