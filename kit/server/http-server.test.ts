import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as silence, setTimeout as trickle } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { type HttpServer, openHttpServer } from './http-server.ts'

const open: HttpServer[] = []
afterEach(async () => {
  for (const server of open.splice(0)) {
    server.cutOff()
    await server.drain()
  }
})

async function newServer(settings = {}): Promise<HttpServer> {
  const server = await openHttpServer({ port: 0, host: '127.0.0.1', ...settings })
  open.push(server)
  return server
}

async function connection(port: number) {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  socket.on('error', () => undefined)
  // A connection that is cut while the client sends is reset, which also counts as closed.
  const closed = new Promise<void>(resolve => socket.once('close', () => resolve()))
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
  // A request that arrives on a kept-alive connection during the stop is still answered.
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
  // Less than the ten seconds that requests in progress get.
  expect(performance.now() - before).toBeLessThan(9_000)
})

test('a body that drips is cut off; one that comes as over a bad line is not', async () => {
  const server = await newServer({ bodyMilliseconds: 400 })
  server.serve(async request => new Response(`${(await request.text()).length} bytes`))
  const send = async (pieces: number, bytes: number) => {
    const sender = await connection(server.port)
    sender.send(`POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${pieces * bytes}\r\n\r\n`)
    let isOver = false
    void sender.closed.then(() => {
      isOver = true
    })
    for (let sent = 0; sent < pieces && !isOver; sent++) {
      sender.send('x'.repeat(bytes))
      await trickle(50)
    }
    return sender
  }
  const [dripping, slow] = await Promise.all([send(100, 10), send(30, 4_000)])
  await dripping.closed
  expect(dripping.received()).toBe('')
  await expect.poll(slow.received).toContain('120000 bytes')
})

test('what has come of a body and waits to be read is not its sender’s slowness', async () => {
  const server = await newServer({ bodyMilliseconds: 400 })
  const mayRead = Promise.withResolvers<void>()
  server.serve(async request => {
    await mayRead.promise
    return new Response(`${(await request.text()).length} bytes`)
  })
  const sender = await connection(server.port)
  sender.send(`POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4000\r\n\r\n${'x'.repeat(2_000)}`)
  await silence(1_500)
  sender.send('x'.repeat(2_000))
  mayRead.resolve()
  await expect.poll(sender.received).toContain('4000 bytes')
})

describe('an answer', () => {
  /** A body of any length, each piece made when the one before has been sent. */
  function endless(pieces = Number.POSITIVE_INFINITY) {
    const { promise: left, resolve } = Promise.withResolvers<void>()
    let made = 0
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        made += 1
        controller.enqueue(new Uint8Array(256 * 1024))
        if (made === pieces) controller.close()
      },
      cancel: resolve,
    })
    return { body, left }
  }

  test('that nobody reads is ended, whatever the client goes on sending', async () => {
    const server = await newServer({ stallMilliseconds: 400 })
    const { body, left } = endless()
    server.serve(() => new Response(body))
    const socket = connect(server.port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.pause()
    socket.write(`${get}GET / HTTP/1.1\r\nx-long: `)
    const signsOfLife = setInterval(() => socket.write('x'), 100)
    const startedAt = performance.now()
    await left
    clearInterval(signsOfLife)
    socket.destroy()
    expect(performance.now() - startedAt).toBeGreaterThan(390)
    expect(performance.now() - startedAt).toBeLessThan(15_000)
  })

  test('that is read slowly goes on to its end', async () => {
    const server = await newServer({ stallMilliseconds: 1_000 })
    server.serve(() => new Response(endless(48).body))
    const socket = connect(server.port, '127.0.0.1')
    socket.write(get.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))
    let bytes = 0
    const startedAt = performance.now()
    for await (const piece of socket) {
      bytes += piece.length
      await trickle(8)
    }
    expect(bytes).toBeGreaterThan(48 * 256 * 1024)
    expect(performance.now() - startedAt).toBeGreaterThan(1_000)
  })

  test('that has nothing to say for long stays open', async () => {
    const server = await newServer({ stallMilliseconds: 200 })
    let say: (text: string) => void = () => {}
    const body = new ReadableStream({
      start(controller) {
        say = text => controller.enqueue(new TextEncoder().encode(text))
      },
    })
    server.serve(() => new Response(body))
    const answer = await connection(server.port)
    answer.send(get)
    await silence(1_000)
    say('still here')
    await expect.poll(answer.received).toContain('still here')
  })
})
