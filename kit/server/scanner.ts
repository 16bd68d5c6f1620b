import { createReadStream } from 'node:fs'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'

export type Verdict = 'clean' | 'infected' | 'unavailable'
/** Asks a virus scanner about a file or stream. */
export type Scan = (file: string | Readable) => Promise<Verdict>

export const noScanner: Scan = async () => 'clean'

/** ClamAV's daemon over TCP: the file is sent in chunks, each after its length, and a sentence comes back. */
export const clamd =
  ({ host, port, milliseconds = 20_000 }: { host: string; port: number; milliseconds?: number }): Scan =>
  async file => {
    const socket = connect({ host, port, timeout: 3_000 })
    const signal = AbortSignal.timeout(milliseconds)
    socket.once('timeout', () => socket.destroy(new Error('The scanner does not answer.')))
    const answer = text(socket)
    // Awaited below, but either side may fail first.
    answer.catch(() => {})
    const bytes = typeof file === 'string' ? createReadStream(file) : file
    try {
      await pipeline(Readable.from(pieces(bytes)), socket, { signal, end: false })
      const sentence = await answer
      if (/: OK\0?$/.test(sentence)) return 'clean'
      return / FOUND\0?$/.test(sentence) ? 'infected' : 'unavailable'
    } catch {
      return 'unavailable'
    } finally {
      socket.destroy()
      // Also ends a stream that has not begun.
      bytes.destroy()
    }
  }

async function* pieces(bytes: AsyncIterable<Buffer>) {
  yield Buffer.from('zINSTREAM\0')
  for await (const piece of bytes) {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(piece.length)
    yield length
    yield piece
  }
  yield Buffer.alloc(4)
}
