// Thousands of readers of server-sent events in one process, each a bare socket, so that what they cost is the server's.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export type Listener = { practice: string; host: string; token: string }
type Heard = { practice: string; at: number }

const atOnce = 40

/** The answers that are open, and when each has told what. */
export class Listeners {
  readonly #port: number
  readonly #sockets: Socket[] = []
  #heard: Heard[] = []
  #waitingFor = ''
  #enough: { left: number; resolve: () => void } | undefined
  #ended = 0

  constructor(port: number) {
    this.#port = port
  }

  get ended() {
    return this.#ended
  }

  async open(listeners: readonly Listener[]): Promise<void> {
    const queue = [...listeners]
    const opener = async () => {
      for (let next = queue.pop(); next; next = queue.pop()) await this.#open(next)
    }
    await Promise.all(Array.from({ length: atOnce }, opener))
  }

  close() {
    for (const socket of this.#sockets) socket.destroy()
    this.#sockets.length = 0
  }

  /**
   * When each of `count` has heard this event; those that have not after `seconds` are missing from the answer. Called
   * before what causes it.
   */
  async hear(event: 'change' | 'resync', count: number, seconds: number): Promise<readonly Heard[]> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#heard = []
    this.#waitingFor = `event: ${event}\n`
    this.#enough = { left: count, resolve }
    const late = setTimeout(resolve, seconds * 1000)
    await promise
    clearTimeout(late)
    return this.#heard
  }

  async #open({ practice, host, token }: Listener) {
    const socket = connect(this.#port, '127.0.0.1').setNoDelay()
    await once(socket, 'connect')
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    socket.setEncoding('latin1').on('data', (text: string) => {
      if (text.includes('event: ready')) resolve()
      else if (text.startsWith('HTTP/1.1') && !text.startsWith('HTTP/1.1 200')) reject(new Error(text.slice(0, 40)))
      else if (this.#waitingFor && text.includes(this.#waitingFor)) this.#note(practice)
    })
    socket.on('close', () => {
      this.#ended += 1
    })
    socket.on('error', reject)
    socket.write(`GET /api/events HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${token}\r\n\r\n`)
    await promise
    this.#sockets.push(socket)
  }

  #note(practice: string) {
    this.#heard.push({ practice, at: performance.now() })
    if (this.#enough && --this.#enough.left === 0) this.#enough.resolve()
  }
}
