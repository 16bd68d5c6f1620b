import { useSyncExternalStore } from 'react'

type Late<Said> = { said: Said; timer: ReturnType<typeof setTimeout>; send: (onClosing?: true) => void }

/** How long a press can be undone before it leaves. */
const wait = 10_000

/**
 * Presses that can be undone until they leave, by what they are about. They leave wherever the reader goes meanwhile; who
 * closes the page lets them leave at once.
 */
export function latePresses<Said>() {
  const leaving = new Map<string, Late<Said>>()
  const listeners = new Set<() => void>()
  let all: readonly Said[] = []
  const tell = () => {
    all = [...leaving.values()].map(({ said }) => said)
    for (const listener of listeners) listener()
  }

  function take(id: string): Late<Said> | undefined {
    const one = leaving.get(id)
    if (one) clearTimeout(one.timer)
    leaving.delete(id)
    tell()
    return one
  }
  addEventListener('pagehide', () => {
    for (const id of [...leaving.keys()]) take(id)?.send(true)
  })
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  return {
    press(id: string, said: Said, send: (onClosing?: true) => void) {
      take(id)
      leaving.set(id, { said, send, timer: setTimeout(() => take(id)?.send(), wait) })
      tell()
    },
    undo: (id: string): Said | undefined => take(id)?.said,
    /** All that is about to leave. */
    useAll: () => useSyncExternalStore(subscribe, () => all),
    /** What is about to leave of this one. */
    useLeaving: (id: string): Said | undefined => useSyncExternalStore(subscribe, () => leaving.get(id)?.said),
  }
}
