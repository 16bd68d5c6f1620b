import { once } from 'node:events'
import { rename } from 'node:fs/promises'
import { createServer as createStore } from 'node:http'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { expect, inject, it } from 'vitest'
import { problemOf, startTestApp } from '#test/harness.ts'
import { Storage } from './storage.ts'

const { request, another, folder } = startTestApp()
const ready = () => request({ host: '127.0.0.1' }, '/readyz')

const body = (response: Response) => response.json()
const away = { status: 'degraded', storage: 'unavailable' }
const there = { status: 'ok', storage: 'ok' }

it('is ready without a laboratory’s address, and while the storage is away says so and goes on', async () => {
  expect(await body(await ready())).toEqual(there)
  await rename(join(folder, 'files'), join(folder, 'elsewhere'))
  const response = await ready()
  expect(response.status, 'no process is taken away from the proxy for it').toBe(200)
  expect(await body(response)).toEqual(away)
  expect((await request({ host: '127.0.0.1' }, '/healthz')).status).toBe(200)
  await rename(join(folder, 'elsewhere'), join(folder, 'files'))
  expect(await body(await ready())).toEqual(there)
})

it('waits for no storage that says nothing', async () => {
  const silent = createStore(() => undefined).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const place = {
    endpoint: `http://127.0.0.1:${port}`,
    region: 'x',
    bucket: 'b',
    accessKeyId: 'a',
    secretAccessKey: 's',
  }
  const { request } = another({ files: { storage: place, passage: join(folder, 'passage') } })
  try {
    const waiting = new Storage(place).look().catch(() => 'given up')
    const first = await Promise.race([waiting, request({ host: '127.0.0.1' }, '/readyz')])
    expect(first).toBeInstanceOf(Response)
    expect(await body(first as Response)).toEqual(away)
  } finally {
    silent.close().closeAllConnections()
  }
})

it('says within seconds that a database hangs', async () => {
  const { url, hang, close } = await passOn(inject('database').appUrl)
  const { request } = another({ databaseUrl: url })
  const ready = () => request({ host: '127.0.0.1' }, '/readyz')
  try {
    expect((await ready()).status).toBe(200)
    hang()
    const asked = performance.now()
    const response = await ready()
    expect(response.status).toBe(503)
    expect((await problemOf(response)).code).toBe('unavailable')
    expect(performance.now() - asked).toBeLessThan(15_000)
  } finally {
    close()
  }
})

/** A proxy to the database that can be made to fall silent. */
async function passOn(databaseUrl: string) {
  const url = new URL(databaseUrl)
  const host = decodeURIComponent(url.hostname)
  const sockets = new Set<Socket>()
  const server = createServer(near => {
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${url.port || 5432}`) : connect(Number(url.port), host)
    for (const socket of [near, far]) sockets.add(socket.on('error', () => undefined))
    near.pipe(far).pipe(near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `postgresql://${url.username}:${url.password}@127.0.0.1:${port}${url.pathname}`,
    hang: () => {
      for (const socket of sockets) socket.unpipe().pause()
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
