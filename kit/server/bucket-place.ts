import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import type { Bytes, OpenPlace, S3Place } from './storage-place.ts'

type Method = 'GET' | 'PUT' | 'DELETE'
/**
 * Time-outs for the store's first byte of an answer, which for PUT comes after our whole file. The caller is behind a proxy that
 * gives up after a minute and asks another process for the same.
 */
const longestWaits: Record<Method, number> = { GET: 10_000, PUT: 30_000, DELETE: 10_000 }
/**
 * All requests to a store are idempotent, so failures are retried; time-outs are not, because the caller has waited long enough.
 */
const mostTries = 3
const pauseMilliseconds = 200

/** A refusal by the store, with its protocol's error code. */
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

/** A client for any S3-compatible store, on Node's own fetch. */
export function openBucket(
  { endpoint, region, bucket, accessKeyId, secretAccessKey }: S3Place,
  waits: Record<Method, number> = longestWaits,
): OpenPlace {
  async function ask(method: Method, key: string, bytes?: Bytes): Promise<Response> {
    const headers: Record<string, string> = {}
    if (bytes) {
      headers['content-length'] = String(bytes.size)
      // The store checks the body against it: without TLS nothing else would.
      headers['x-amz-content-sha256'] = await sha256(bytes)
    }
    const request = { method, url: `${endpoint}/${bucket}/${key}`, headers }
    for (let tries = 1; ; tries += 1) {
      try {
        // Signed anew for each try, because a signature contains its time.
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
  // Streamed, with only a few pieces in memory; from a Blob, fetch would read everything ahead of sending.
  const body = bytes?.read()
  // When the store cannot be reached, fetch neither reads the stream nor handles its errors.
  body?.on('error', () => undefined)
  try {
    // A signature is for one address: a redirect must not get it.
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
