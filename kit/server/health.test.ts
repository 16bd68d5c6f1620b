import { once } from 'node:events'
import { rename } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { expect, inject, it } from 'vitest'
import { problemOf, startTestApp } from '#test/harness.ts'

const { request, another, folder } = startTestApp()
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

/** The database by another way, which can fall silent. */
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
