import { useEffect, useId, useSyncExternalStore } from 'react'
import { kitText } from './kit-text.ts'
import { fetchLaterParts } from './later.tsx'
import { currentLanguage } from './text.tsx'

/** Forms that differ from what is saved. */
const dirtyForms = new Set<string>()

export const hasUnsavedChanges = () => dirtyForms.size > 0

/**
 * Marks the form of this component as modified: leaving then asks, in our dialog inside the portal and in the browser's
 * when the tab closes. After saving, call the function it returns before navigating away: effects come too late.
 */
export function useUnsavedChanges(dirty: boolean): () => void {
  const id = useId()
  // The question itself, long before anybody can have typed.
  useEffect(fetchLaterParts, [])
  useEffect(() => {
    if (!dirty) return
    dirtyForms.add(id)
    return () => {
      dirtyForms.delete(id)
    }
  }, [dirty, id])
  return () => dirtyForms.delete(id)
}

type Question = (leave: boolean) => void
let question: Question | undefined
const listeners = new Set<() => void>()

function ask(next: Question | undefined) {
  question = next
  for (const listener of listeners) listener()
}

/**
 * Asks when a form is modified, in our dialog or else in the browser's: for a dialog that closes, and for a sign-out. Once the user agrees, the
 * edits count as given up.
 */
export async function mayDiscard(): Promise<boolean> {
  if (!hasUnsavedChanges()) return true
  if (listeners.size === 0) return mayDiscardByBrowser()
  question?.(false)
  let mine: Question | undefined
  const discard = await new Promise<boolean>(resolve => {
    mine = resolve
    ask(resolve)
  })
  // A newer question stays.
  if (question === mine) ask(undefined)
  if (discard) dirtyForms.clear()
  return discard
}

/** Our dialog has not come or cannot be had: nobody waits for an answer that nobody is asked for. */
function mayDiscardByBrowser(): boolean {
  const discard = confirm(kitText.arrived[currentLanguage()]?.common.confirmDirtyDialogClose)
  if (discard) dirtyForms.clear()
  return discard
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** How to answer the question that waits for an answer, if one does. */
export const useQuestion = () =>
  useSyncExternalStore(
    subscribe,
    () => question,
    () => undefined,
  )
