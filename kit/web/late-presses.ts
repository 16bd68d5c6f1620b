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
  /** Shown to the user when the press can no longer be sent. */
  lost: Toast
}

/** The part of the session that the kit needs; the kit knows no feature. */
type Present = { user: () => { id: string } | null; subscribe: (listener: () => void) => unknown }

/** Why a delayed press can no longer be sent. */
export const hasLeft = new Problem('signed_out', 401)

/** How long a press can be undone before it is sent, in milliseconds. */
const wait = 10_000

/** Shows a press's outcome to the user who pressed, not to a later one. */
export function toastPresser({ user }: Present) {
  const by = user()?.id
  return (message: Toast) => {
    if (user()?.id === by) toast(message)
  }
}

/**
 * Delayed actions that can be undone until they are sent, by their subject. They are sent wherever the user navigates meanwhile,
 * and at once when the page closes. They are sent as the user who pressed, or not at all: a user who signed out in another tab
 * meanwhile is told, unless somebody else has signed in.
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
    // Another tab may have stored another user's token before this tab hears of it.
    if (one && present.user()?.id === one.by) await one.send(onClosing)
  }
  const sendAll: Send = onClosing => Promise.all([...leaving.keys()].map(id => send(id, onClosing)))
  beforeLeaving.add(sendAll)
  addEventListener('pagehide', () => void sendAll(true))
  /** Messages to signed-out users, kept until somebody else signs in. */
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
      // After the toasts of the previous user have been cleared.
      if (!user) queueMicrotask(() => tellLost(late))
    }
  })
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  const readAll = () => all

  return {
    /** `offer` is shown as long as it can be undone: nothing is done yet, and no tick says so. */
    press(id: string, said: Said, sending: Send, { offer, lost }: { offer: Toast; lost: Toast }) {
      take(id)
      const timer = setTimeout(() => void send(id), wait)
      const late = {
        said,
        by: present.user()?.id,
        send: sending,
        timer,
        lost,
        toast: toast({ tone: 'info', ...offer }),
      }
      leaving.set(id, late)
      // A session that ends meanwhile keeps it pending.
      pressed.add(late)
      tell()
    },
    undo: (id: string): Said | undefined => take(id)?.said,
    /** All pending presses. */
    useAll: () => useSyncExternalStore(subscribe, readAll, readAll),
    /** The pending press of this subject. */
    useLeaving: (id: string): Said | undefined => useSyncExternalStore(subscribe, () => leaving.get(id)?.said),
  }
}
