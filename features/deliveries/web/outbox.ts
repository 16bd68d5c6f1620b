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

/** Each driver's own: whoever signs in next on this phone sees none of it, and sends none of it as theirs. */
const nameOf = () => session.shown()?.id ?? ''
const read = () => kept<readonly Unsent[]>('unsent', nameOf()) ?? nothing

function tell() {
  shown = undefined
  for (const listener of listeners) listener()
}

/** From what stands on the device, which another tab may have changed. */
function change(changed: (entries: readonly Unsent[]) => readonly Unsent[]) {
  const entries = changed(read())
  keep('unsent', nameOf(), entries.length > 0 ? entries : undefined)
  tell()
}

const without = (id: string) => (entries: readonly Unsent[]) => entries.filter(({ handOver }) => handOver.id !== id)

/** In the server's words: of it nothing was done, and another time it can be. */
const codesThatPass = ['request_in_flight', 'conflict']

/** Trying again may help: nobody answered, nobody had time to, or somebody else was a moment faster. */
const isPassing = ({ status, code }: Problem) =>
  status === 0 || status === 401 || status === 408 || status === 429 || status >= 500 || codesThatPass.includes(code)

/** Whether anything was told; what nobody hears waits, what is refused says why. */
async function sendAll(): Promise<boolean> {
  let isAnyTold = false
  function next() {
    const waiting = read().filter(({ refusal }) => !refusal)
    return waiting.find(({ photo }) => photo !== 'alone') ?? waiting[0]
  }
  // Also what is noted while others are on their way; photos last, so that no hand-over waits for one.
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

/** One tab at a time, where the browser knows turns; two would only send what is then found to be there. */
const inTurn = (work: () => Promise<boolean>) =>
  navigator.locks ? navigator.locks.request('hand-overs', work) : work()

/** What drivers have noted, until the laboratory has heard of it. */
export const outbox = {
  entries(): readonly Unsent[] {
    const of = nameOf()
    if (shown?.of !== of) shown = { of, entries: read() }
    return shown.entries
  },
  /** Closing the page would lose what waits. */
  isOnlyOnPage: (): boolean => isKeptOnPageAlone('unsent', nameOf()) || isAnyBlobOnPageAlone(),
  /** The photo first: nothing waits for one that is not there. */
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
