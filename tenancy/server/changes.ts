import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { describeError } from '#kit/server/log.ts'

/**
 * An announcement by the database at commit: something of this topic has changed in a laboratory. `id` is the owner: a practice
 * (tell_change), the user whose unread marks change (tell_unread), or the session, user or laboratory that has ended or changed
 * (tell_end).
 */
export type Change = { brandId: string; id: string; topic: string }

export type ChangeListener = {
  onChange: (change: Change) => void
  /** Announcements made while the connection was down are lost: everything may have changed. */
  onGap: () => void
}

const firstDelay = 100
const longestDelay = 5_000
const timeOut = 5_000
/** Probes are needed because a connection whose other end has vanished looks the same as an idle one. */
const probeEvery = 30_000

const form = /^(?<brandId>[\da-f-]{36})\/(?<id>[\da-f-]{36})\/(?<topic>[a-z]+)$/

/**
 * This process's one LISTEN connection, which hears all commits. Opened with the first listener, and reopened whenever it breaks.
 */
export class Changes {
  readonly #url: string
  readonly #log: Logger
  readonly #closing = new AbortController()
  #client: pg.Client | undefined
  #started: Promise<void> | undefined
  #running: Promise<void> | undefined

  constructor(settings: { url: string; log: Logger }) {
    this.#url = settings.url
    this.#log = settings.log
  }

  /** Resolves when listening, or when listening fails for now: `onGap` then follows once it works. */
  listen(listener: ChangeListener): Promise<void> {
    if (!this.#started) {
      const { promise, resolve } = Promise.withResolvers<void>()
      this.#started = promise
      this.#running = this.#run(listener, resolve)
    }
    return this.#started
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#client?.end().catch(() => undefined)
    await this.#running
  }

  async #run(listener: ChangeListener, onTried: () => void): Promise<void> {
    const { signal } = this.#closing
    let delay = firstDelay
    let hasGap = false
    while (!signal.aborted) {
      try {
        const { broken } = await this.#connect(listener)
        if (hasGap) listener.onGap()
        delay = firstDelay
        onTried()
        await broken
      } catch (error) {
        if (!signal.aborted) this.#log.warn({ error: describeError(error) }, 'changes are not heard')
      }
      hasGap = true
      onTried()
      await wait(delay, undefined, { signal }).catch(() => undefined)
      delay = Math.min(delay * 2, longestDelay)
    }
  }

  /** `broken` rejects when the connection is lost. */
  async #connect(listener: ChangeListener): Promise<{ broken: Promise<never> }> {
    const client = new pg.Client({
      connectionString: this.#url,
      connectionTimeoutMillis: timeOut,
      query_timeout: timeOut,
      keepAlive: true,
      application_name: 'arcade changes',
    })
    this.#client = client
    const { promise: broken, reject } = Promise.withResolvers<never>()
    const probe = setInterval(() => client.query('select 1').catch(reject), probeEvery)
    broken.catch(() => {
      clearInterval(probe)
      client.end().catch(() => undefined)
    })
    client.on('error', reject)
    client.on('end', () => reject(new Error('The connection that hears of changes has ended.')))
    client.on('notification', ({ payload = '' }) => {
      const change = form.exec(payload)?.groups
      if (change) listener.onChange(change as Change)
    })
    try {
      await client.connect()
      await client.query('listen changes')
    } catch (error) {
      reject(error)
    }
    return Promise.race([broken, { broken }])
  }
}
