import { useSyncExternalStore } from 'react'
import type { Sent } from '#kit/contract.ts'
import type { caseCalls } from '../contract.ts'

export type SentAnswer = Sent<typeof caseCalls.answerHold>['body']
type Leaving = { body: SentAnswer; timer: ReturnType<typeof setTimeout>; send: (onClosing?: true) => void }

/** How long a press can be undone before it leaves. */
const wait = 10_000

/** By case. It leaves wherever the reader goes meanwhile; who closes the page lets it leave at once. */
const leaving = new Map<string, Leaving>()
const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}

function take(id: string): Leaving | undefined {
  const one = leaving.get(id)
  if (one) clearTimeout(one.timer)
  leaving.delete(id)
  tell()
  return one
}

export function letLeave(id: string, body: SentAnswer, send: (onClosing?: true) => void) {
  take(id)
  leaving.set(id, { body, send, timer: setTimeout(() => take(id)?.send(), wait) })
  tell()
}

export const undoLeaving = (id: string): SentAnswer | undefined => take(id)?.body

addEventListener('pagehide', () => {
  for (const id of [...leaving.keys()]) take(id)?.send(true)
})

/** The answer that is about to leave for this case. */
export const useLeaving = (id: string): SentAnswer | undefined =>
  useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => leaving.get(id)?.body,
  )
