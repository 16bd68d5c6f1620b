import { Problem } from '#kit/problem.ts'
import type { CompressedScan, OpenedScan, ScanAnswer, ScanOrder, ScanType } from './scan-worker.ts'
import workerAddress from './scan-worker.ts?worker&url'

declare global {
  interface Window {
    /** Not available in every supported browser. */
    trustedTypes?: {
      createPolicy(
        name: string,
        rules: { createScriptURL(address: string): string },
      ): {
        createScriptURL(address: string): unknown
      }
    }
  }
}

type Waiting = { resolve: (done: OpenedScan | CompressedScan) => void; reject: (error: Error) => void }

let worker: Worker | undefined
let numbered = 0
const waiting = new Map<number, Waiting>()

/**
 * The surface of any scan, ready to be drawn. The buffer is transferred. Rejects with a Problem: `scan_unreadable`,
 * `offline`.
 */
export const openScan = (type: ScanType, bytes: ArrayBuffer) => ask('open', type, bytes) as Promise<OpenedScan>

/** Thirty times smaller, no point moved by more than 5 µm. The buffer is transferred. */
export const compressScan = (type: Exclude<ScanType, 'draco'>, bytes: ArrayBuffer) =>
  ask('compress', type, bytes) as Promise<CompressedScan>

function ask(work: ScanOrder['work'], type: ScanType, bytes: ArrayBuffer) {
  worker ??= start()
  const number = ++numbered
  const answer = new Promise<OpenedScan | CompressedScan>((resolve, reject) => waiting.set(number, { resolve, reject }))
  worker.postMessage({ number, work, type, bytes } satisfies ScanOrder, [bytes])
  return answer
}

/** Trusted Types: the policy allows only our own worker's address. A policy can be created only once. */
const policy = window.trustedTypes?.createPolicy('scan-worker', { createScriptURL: () => workerAddress })

function start(): Worker {
  const started = new Worker((policy?.createScriptURL('') ?? workerAddress) as string, { type: 'module' })
  started.onmessage = ({ data }: MessageEvent<ScanAnswer>) => {
    const asked = waiting.get(data.number)
    waiting.delete(data.number)
    if ('done' in data) asked?.resolve(data.done)
    else asked?.reject(new Problem(data.failed, 0))
  }
  started.onerror = () => {
    for (const asked of waiting.values()) asked.reject(new Problem('offline', 0))
    waiting.clear()
    worker = undefined
    started.terminate()
  }
  return started
}
