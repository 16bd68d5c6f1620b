import type { Endpoint, Reply } from '#kit/contract.ts'
import { Problem } from '#kit/problem.ts'
import { addressOf, inSession, problemOf } from './call.ts'

export type Upload = {
  params?: Record<string, string>
  /** Text parts, sent before the file. */
  fields?: Record<string, string>
  file: Blob
  name: string
  /** The same for all tries, so that a lost answer makes no second file. */
  key: string
  /** From 0 to 1. */
  onProgress?: (part: number) => void
  signal?: AbortSignal
}

/** After this long, in milliseconds, without a byte sent or received, the connection counts as dead. */
const silence = 30_000

/** Sends a file to an endpoint with `upload`. By XMLHttpRequest, because fetch reports no progress. */
export const upload = <E extends Endpoint>(endpoint: E, sending: Upload): Promise<Reply<E>> =>
  inSession(token => send(addressOf(endpoint, sending.params), sending, token)) as Promise<Reply<E>>

function send(address: string, { fields = {}, file, name, key, onProgress, signal }: Upload, token: string | null) {
  return new Promise<unknown>((resolve, reject) => {
    const request = new XMLHttpRequest()
    let quiet: ReturnType<typeof setTimeout> | undefined
    const alive = () => {
      clearTimeout(quiet)
      quiet = setTimeout(() => {
        reject(new Problem('timeout', 0))
        request.abort()
      }, silence)
    }
    const giveUp = () => {
      reject(signal?.reason)
      request.abort()
    }
    request.open('POST', address)
    request.withCredentials = true
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader('idempotency-key', key)
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`)
    request.upload.onprogress = ({ loaded, total }) => {
      alive()
      onProgress?.(total > 0 ? loaded / total : 0)
    }
    request.onload = () => {
      const headers = { get: (header: string) => request.getResponseHeader(header) }
      if (request.status >= 200 && request.status < 300) resolve(JSON.parse(request.responseText))
      else reject(problemOf(request.status, headers, request.responseText))
    }
    request.onerror = () => reject(new Problem('offline', 0))
    request.onloadend = () => {
      clearTimeout(quiet)
      signal?.removeEventListener('abort', giveUp)
    }
    if (signal?.aborted) return giveUp()
    signal?.addEventListener('abort', giveUp)
    const form = new FormData()
    for (const [field, value] of Object.entries(fields)) form.append(field, value)
    form.append('file', file, name)
    alive()
    request.send(form)
  })
}
