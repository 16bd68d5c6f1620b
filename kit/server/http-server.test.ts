import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { type HttpServer, openHttpServer } from './http-server.ts'

const open: HttpServer[] = []
afterEach(async () => {
  for (const server of open.splice(0)) {
    server.cutOff()
    await server.drain()
  }
})

async function newServer(): Promise<HttpServer> {
  const server = await openHttpServer({ port: 0, host: '127.0.0.1' })
  open.push(server)
  return server
}

async function connection(port: number) {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  socket.on('error', () => undefined)
  const closed = once(socket, 'close')
  let received = ''
  socket.on('data', text => {
    received += text
  })
  await once(socket, 'connect')
  return { send: (text: string) => socket.write(text), received: () => received, closed }
}

const get = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'

test('answers 503 until it is told what to serve', async () => {
  const server = await newServer()
  const url = `http://127.0.0.1:${server.port}/`
  const early = await fetch(url)
  expect([early.status, early.headers.get('retry-after')]).toEqual([503, '1'])
  server.serve(() => new Response('hello'))
  expect(await (await fetch(url)).text()).toBe('hello')
})

test('survives what is no HTTP', async () => {
  const server = await newServer()
  server.serve(() => new Response('hello'))
  const nonsense = await connection(server.port)
  nonsense.send('\u0016\u0003\u0001 nonsense\r\n\r\n')
  await nonsense.closed
  expect(nonsense.received()).toMatch(/^HTTP\/1\.1 400 /)
  expect((await fetch(`http://127.0.0.1:${server.port}/`)).status).toBe(200)
})

test('drains: answers what it has, tells kept connections to close, then has none', async () => {
  const server = await newServer()
  const answers: (() => void)[] = []
  server.serve(
    () =>
      new Promise(resolve => {
        answers.push(() => resolve(new Response('done')))
      }),
  )
  const asked = (count: number) => expect.poll(() => answers.length).toBe(count)
  const busy = await connection(server.port)
  const idle = await connection(server.port)
  busy.send(get)
  await asked(1)
  const drained = server.drain()
  // A request that crosses the stop on a connection kept from before is still answered.
  idle.send(get)
  await asked(2)
  answers.at(-1)?.()
  await idle.closed
  expect(idle.received()).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*connection: close/i)
  expect(busy.received()).toBe('')
  server.cutOff()
  await drained
})

test('does not wait for connections that ask nothing', async () => {
  const server = await newServer()
  server.serve(() => new Response('hello'))
  const kept = await connection(server.port)
  kept.send(get)
  await expect.poll(() => kept.received()).toMatch(/connection: keep-alive/i)
  const before = performance.now()
  await server.drain()
  await kept.closed
  expect(performance.now() - before).toBeLessThan(2_000)
})
