import { useEffect, useId } from 'react'
import { kitText } from './kit-text.ts'
import { fetchLaterParts } from './later.tsx'
import { currentLanguage } from './text.tsx'

/** Forms that differ from what is saved. */
const dirtyForms = new Set<string>()

export const hasUnsavedChanges = () => dirtyForms.size > 0

/**
 * Marks the form of this component as modified: leaving then asks, in our dialog inside the portal and in the browser's
 * when the tab closes. Call `settled` after saving, before navigating away: effects come too late.
 */
export function useUnsavedChanges(dirty: boolean) {
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
  return { settled: () => dirtyForms.delete(id), mayDiscard: () => mayDiscard(id) }
}

/** Our dialog, where it has come: it stands in a part of its own (unsaved-question.tsx). */
export const dialog: { ask?: (() => Promise<boolean>) | undefined } = {}

/** The browser's, so that nobody waits for an answer that nobody is asked for. */
const confirmed = () => confirm(kitText.arrived[currentLanguage()]?.common.confirmDirtyDialogClose)

/** Asks when this form is modified, or any where all would go. Once the user agrees, the edits count as given up. */
export async function mayDiscard(form?: string): Promise<boolean> {
  const lost = [...dirtyForms].filter(id => !form || id === form)
  const discard = lost.length === 0 || (await (dialog.ask ?? confirmed)())
  if (discard) for (const id of lost) dirtyForms.delete(id)
  return discard
}
