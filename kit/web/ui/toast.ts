import type { Language } from '#kit/language.ts'
import { currentLanguage } from '../text.tsx'

export type Toast = {
  title: string
  description?: string | undefined
  /** `late` is an error: announced at once and shown longer. */
  tone?: 'ok' | 'late' | 'info' | undefined
  /** An action ("Undo"). It must also exist elsewhere, because the toast disappears. */
  action?: { label: string; run: () => void } | undefined
}

export type ShownToast = Toast & { id: number; language: Language }

let shown: readonly ShownToast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function change(next: readonly ShownToast[]) {
  shown = next
  for (const listener of listeners) listener()
}

/**
 * Shows a message that only repeats what the screen already says. Callable from anywhere in the browser; returns an id for
 * `dismissToast`.
 */
export function toast(message: Toast): number {
  lastId += 1
  if (message.tone !== 'late') dismissFailures()
  // The same text twice is one message; four at once are already too many.
  const others = shown.filter(one => one.title !== message.title || one.description !== message.description)
  change([...others.slice(-2), { ...message, id: lastId, language: currentLanguage() }])
  return lastId
}

/** Removes failures once the action has succeeded: a toast does so by itself, a success without a message calls this. */
export function dismissFailures() {
  if (shown.some(isFailure)) change(shown.filter(one => !isFailure(one)))
}

const isFailure = ({ tone }: Toast) => tone === 'late'

export function dismissToast(id: number) {
  change(shown.filter(one => one.id !== id))
}

export const toastStore = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  read: () => shown,
}
