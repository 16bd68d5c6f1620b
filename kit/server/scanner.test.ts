import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { Readable } from 'node:stream'
import { afterEach, expect, it } from 'vitest'
import { clamd } from './scanner.ts'

const opened: (() => void)[] = []
afterEach(() => {
  for (const close of opened.splice(0)) close()
})

/** Speaks ClamAV's protocol: reads chunks, and answers once the empty one has come. */
async function fakeClamd(answer: (bytes: Buffer) => string | undefined) {
  const server = createServer(socket => {
    let received = Buffer.alloc(0)
    socket.on('error', () => {})
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      let at = received.indexOf('\0') + 1
      const pieces: Buffer[] = []
      while (at + 4 <= received.length) {
        const length = received.readUInt32BE(at)
        if (length === 0) {
          const sentence = answer(Buffer.concat(pieces))
          if (sentence !== undefined) socket.end(sentence)
          return
        }
        pieces.push(received.subarray(at + 4, at + 4 + length))
        at += 4 + length
      }
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  opened.push(() => server.close())
  return { host: '127.0.0.1', port: (server.address() as AddressInfo).port, milliseconds: 500 }
}

it('sends the whole file and understands what the scanner says of it', async () => {
  const file = Buffer.alloc(1_000_000, 'scan')
  const scan = clamd(
    await fakeClamd(bytes => (bytes.equals(file) ? 'stream: OK\0' : 'stream: Eicar-Test-Signature FOUND\0')),
  )
  expect(await scan(Readable.from([file.subarray(0, 400_000), file.subarray(400_000)]))).toBe('clean')
  expect(await scan(Readable.from([Buffer.from('virus')]))).toBe('infected')
})

it('calls a scanner that is away, silent, or confused unavailable, never clean', async () => {
  const sentences = ['', 'INSTREAM size limit exceeded. ERROR\0', 'stream: OKAY\0', undefined]
  for (const sentence of sentences) {
    const scan = clamd(await fakeClamd(() => sentence))
    expect(await scan(Readable.from([Buffer.from('x')])), String(sentence)).toBe('unavailable')
  }
  expect(await clamd({ host: '127.0.0.1', port: 9 })(Readable.from([Buffer.from('x')]))).toBe('unavailable')
})

it('that is away leaves nothing open of what it has not looked at', async () => {
  const file = new Readable({ read() {} })
  expect(await clamd({ host: '127.0.0.1', port: 9 })(file)).toBe('unavailable')
  expect(file.destroyed).toBe(true)
})
