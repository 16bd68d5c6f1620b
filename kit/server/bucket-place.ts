import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import type { Bytes, OpenPlace, S3Place } from './storage-place.ts'

type Method = 'GET' | 'PUT' | 'DELETE'
/**
 * Until a store has begun to answer. A file of ours has then been sent as a whole. Whoever asked waits behind a proxy, which gives
 * up after a minute and asks another process for the same.
 */
const longestWaits: Record<Method, number> = { GET: 10_000, PUT: 30_000, DELETE: 10_000 }
/** All that is asked of a store may be asked twice, but for one that says nothing: who asked has waited long enough. */
const mostTries = 3
const pauseMilliseconds = 200

/** What a store says against a request, by the word of its protocol. */
class StoreRefusal extends Error {
  readonly isPassing: boolean

  constructor(status: number, document: string) {
    const code = /<Code>(?<code>\w+)<\/Code>/.exec(document)?.groups?.code ?? `HTTP${status}`
    super(`The store answered ${status} ${code}.`)
    this.name = code
    this.isPassing = status >= 500 || status === 429
  }
}

class StoreSilent extends Error {
  override name = 'StoreSilent'
  readonly code = 'ETIMEDOUT'

  constructor() {
    super('The store does not answer.')
  }
}

const isPassing = (error: unknown) =>
  error instanceof StoreRefusal ? error.isPassing : !(error instanceof StoreSilent)

/** Of any store that speaks S3, by Node's own fetch. */
export function openBucket(
  { endpoint, region, bucket, accessKeyId, secretAccessKey }: S3Place,
  waits: Record<Method, number> = longestWaits,
): OpenPlace {
  async function ask(method: Method, key: string, bytes?: Bytes): Promise<Response> {
    const headers: Record<string, string> = {}
    if (bytes) {
      headers['content-length'] = String(bytes.size)
      // The store checks what arrives against it: nothing else would on a connection without TLS.
      headers['x-amz-content-sha256'] = await sha256(bytes)
    }
    const request = { method, url: `${endpoint}/${bucket}/${key}`, headers }
    for (let tries = 1; ; tries += 1) {
      try {
        // Signed anew each time: a signature has its time in it.
        const signer = new AwsV4Signer({ ...request, service: 's3', region, accessKeyId, secretAccessKey })
        return await answerTo(await signer.sign(), waits[method], bytes)
      } catch (error) {
        if (tries === mostTries || !isPassing(error)) throw error
        await sleep(pauseMilliseconds * tries)
      }
    }
  }

  return {
    async put(key, bytes) {
      await (await ask('PUT', key, bytes)).arrayBuffer()
    },
    async get(key) {
      try {
        const { body } = await ask('GET', key)
        return body ? Readable.fromWeb(body) : Readable.from([])
      } catch (error) {
        if (error instanceof StoreRefusal && error.name === 'NoSuchKey') return undefined
        throw error
      }
    },
    async delete(key) {
      await (await ask('DELETE', key)).arrayBuffer()
    },
  }
}

type Signed = { method: string; url: URL; headers: Headers }

async function answerTo({ method, url, headers }: Signed, longestWait: number, bytes?: Bytes): Promise<Response> {
  const patience = new AbortController()
  const timer = setTimeout(() => patience.abort(new StoreSilent()), longestWait)
  // As a stream, of which only a few pieces are in memory; of a Blob, fetch reads all that it cannot send yet.
  const body = bytes?.read()
  // Of a store that cannot be reached, fetch neither reads it nor hears what becomes of it.
  body?.on('error', () => undefined)
  try {
    // A signature is for one address: whoever sends us to another does not get it.
    const request: RequestInit = { method, headers, signal: patience.signal, redirect: 'manual' }
    const response = await fetch(url, body ? { ...request, body, duplex: 'half' } : request)
    if (response.ok) return response
    throw new StoreRefusal(response.status, await response.text())
  } catch (error) {
    body?.destroy()
    throw error
  } finally {
    clearTimeout(timer)
  }
}

async function sha256(bytes: Bytes): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of bytes.read()) hash.update(chunk)
  return hash.digest('hex')
}
