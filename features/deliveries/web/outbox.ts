import { session } from '#features/auth/web/browser-session.ts'
import { Problem } from '#kit/problem.ts'
import { call } from '#kit/web/call.ts'
import { isKeptOnPageAlone, keep, kept } from '#kit/web/kept.ts'
import { forgetBlob, isAnyBlobOnPageAlone, keepBlob } from '#kit/web/kept-blobs.ts'
import { deliveryCalls } from '../contract.ts'
import type { Unsent } from '../unsent.ts'

const nothing: readonly Unsent[] = []
let shown: { of: string; entries: readonly Unsent[] } | undefined
let sending: Promise<boolean> | undefined
const listeners = new Set<() => void>()

/** Keyed by driver: the next user of this phone neither sees nor sends them. */
const nameOf = () => session.shown()?.id ?? ''
const read = () => kept<readonly Unsent[]>('unsent', nameOf()) ?? nothing

function tell() {
  shown = undefined
  for (const listener of listeners) listener()
}

/** Reads storage again, which another tab may have changed. */
function change(changed: (entries: readonly Unsent[]) => readonly Unsent[]) {
  const entries = changed(read())
  keep('unsent', nameOf(), entries.length > 0 ? entries : undefined)
  tell()
}

const without = (id: string) => (entries: readonly Unsent[]) => entries.filter(({ handOver }) => handOver.id !== id)

/** Refusals by the server after which nothing was recorded and a retry may succeed. */
const codesThatPass = ['request_in_flight', 'conflict']

/** Whether a retry may help: no answer, an overloaded server, or a conflict that has passed. */
const isPassing = ({ status, code }: Problem) =>
  status === 0 || status === 401 || status === 408 || status === 429 || status >= 500 || codesThatPass.includes(code)

/** Returns whether anything was sent. Unreachable entries stay, refused ones keep the reason. */
async function sendAll(): Promise<boolean> {
  let isAnyTold = false
  function next() {
    const waiting = read().filter(({ refusal }) => !refusal)
    return waiting.find(({ photo }) => photo !== 'alone') ?? waiting[0]
  }
  // Includes entries added while sending; photos last, so that no hand-over waits for one.
  for (let entry = next(); entry; entry = next()) {
    const { handOver, photo } = entry
    const changeIt = (changes: Partial<Unsent>) =>
      change(entries => entries.map(one => (one.handOver.id === handOver.id ? { ...one, ...changes } : one)))
    try {
      if (photo === 'alone')
        await (await import('#features/attachments/web/hand-over-photo.tsx')).sendPhoto(handOver.id)
      else await call(deliveryCalls.handOver, { body: handOver, key: handOver.id })
      isAnyTold = true
      if (photo === 'with') changeIt({ photo: 'alone' })
      else change(without(handOver.id))
    } catch (error) {
      if (!(error instanceof Problem) || isPassing(error)) return isAnyTold
      changeIt({ refusal: error.code })
    }
  }
  return isAnyTold
}

/** One tab at a time where the browser has locks; a duplicate would only be recognised by the server. */
const inTurn = (work: () => Promise<boolean>) =>
  navigator.locks ? navigator.locks.request('hand-overs', work) : work()

/** Drivers' records until they have reached the laboratory. */
export const outbox = {
  entries(): readonly Unsent[] {
    const of = nameOf()
    if (shown?.of !== of) shown = { of, entries: read() }
    return shown.entries
  },
  /** Whether closing the page would lose entries. */
  isOnlyOnPage: (): boolean => isKeptOnPageAlone('unsent', nameOf()) || isAnyBlobOnPageAlone(),
  /** The photo is stored first, so that no entry refers to a missing one. */
  async add(entry: Unsent, photo?: Blob) {
    if (photo) await keepBlob(entry.handOver.id, photo)
    change(entries => [...entries, photo ? { ...entry, photo: 'with' } : entry])
  },
  drop(id: string) {
    change(without(id))
    void forgetBlob(id)
  },
  send(): Promise<boolean> {
    sending ??= inTurn(sendAll).finally(() => {
      sending = undefined
    })
    return sending
  },
  subscribe(listener: () => void) {
    listeners.add(listener)
    if (listeners.size === 1) addEventListener('storage', tell)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) removeEventListener('storage', tell)
    }
  },
}
