import { useSyncExternalStore } from 'react'
import { Problem } from '#kit/problem.ts'
import { beforeLeaving } from './before-leaving.ts'
import { dismissToast, type Toast, toast } from './ui/toast.ts'
import { pressed } from './unsaved-forms.ts'

type Send = (onClosing?: true) => Promise<unknown>
type Late<Said> = {
  said: Said
  by: string | undefined
  timer: ReturnType<typeof setTimeout>
  send: Send
  toast: number
  /** What to tell whoever pressed where it cannot leave any more. */
  lost: Toast
}

/** The kit knows no feature: of the session, who is here. */
type Present = { user: () => { id: string } | null; subscribe: (listener: () => void) => unknown }

/** Why a press that waited can leave no more. */
export const hasLeft = new Problem('signed_out', 401)

/** How long a press can be undone before it leaves. */
const wait = 10_000

/** What became of a press is told to whoever pressed, and to nobody who came after. */
export function toastPresser({ user }: Present) {
  const by = user()?.id
  return (message: Toast) => {
    if (user()?.id === by) toast(message)
  }
}

/**
 * Presses that can be undone until they leave, by what they are about. They leave wherever the reader goes meanwhile; who
 * closes the page lets them leave at once. They leave in the name of whoever pressed, or not at all: whoever has left
 * in another tab meanwhile is told, unless somebody else is here already.
 */
export function latePresses<Said>(present: Present) {
  const leaving = new Map<string, Late<Said>>()
  const listeners = new Set<() => void>()
  let all: readonly Said[] = []
  const tell = () => {
    all = [...leaving.values()].map(({ said }) => said)
    for (const listener of listeners) listener()
  }

  function take(id: string): Late<Said> | undefined {
    const one = leaving.get(id)
    if (one) {
      clearTimeout(one.timer)
      dismissToast(one.toast)
    }
    leaving.delete(id)
    pressed.delete(one)
    tell()
    return one
  }
  async function send(id: string, onClosing?: true) {
    const one = take(id)
    // Another tab may have stored another's token before this one hears of it.
    if (one && present.user()?.id === one.by) await one.send(onClosing)
  }
  const sendAll: Send = onClosing => Promise.all([...leaving.keys()].map(id => send(id, onClosing)))
  beforeLeaving.add(sendAll)
  addEventListener('pagehide', () => void sendAll(true))
  /** What whoever has left was told, for as long as nobody else is here. */
  const told = new Map<number, string | undefined>()
  function tellLost({ by, lost }: Late<Said>) {
    if (!present.user()) told.set(toast(lost), by)
  }
  present.subscribe(() => {
    const user = present.user()
    if (user) for (const [shown, by] of told) if (by !== user.id) dismissToast(shown)
    if (user) told.clear()
    for (const [id, late] of leaving) {
      if (user?.id === late.by) continue
      take(id)
      // After what is on the screen has gone with whoever was here.
      if (!user) queueMicrotask(() => tellLost(late))
    }
  })
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  const readAll = () => all

  return {
    /** `offer` is shown as long as it can be undone. */
    press(id: string, said: Said, sending: Send, { offer, lost }: { offer: Toast; lost: Toast }) {
      take(id)
      const timer = setTimeout(() => void send(id), wait)
      const late = { said, by: present.user()?.id, send: sending, timer, lost, toast: toast(offer) }
      leaving.set(id, late)
      // A session that ends meanwhile leaves it where it is.
      pressed.add(late)
      tell()
    },
    undo: (id: string): Said | undefined => take(id)?.said,
    /** All that is about to leave. */
    useAll: () => useSyncExternalStore(subscribe, readAll, readAll),
    /** What is about to leave of this one. */
    useLeaving: (id: string): Said | undefined => useSyncExternalStore(subscribe, () => leaving.get(id)?.said),
  }
}
