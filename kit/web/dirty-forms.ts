import { useEffect, useId } from 'react'
import { kitText } from './kit-text.ts'
import { fetchLaterParts } from './later.tsx'
import { currentLanguage } from './text.tsx'
import { unsavedForms } from './unsaved-forms.ts'

/**
 * Marks the form of this component as modified: leaving then asks, in our dialog inside the portal and in the browser's
 * when the tab closes. Call `settled` after saving, before navigating away: effects come too late. What is `unsent` stays
 * so until it is no more: it has left the fields.
 */
export function useUnsavedChanges(dirty: boolean, unsent = false) {
  const id = useId()
  // The question itself, long before anybody can have typed.
  useEffect(fetchLaterParts, [])
  useMark(id, dirty)
  useMark(`${id} unsent`, unsent)
  return { settled: () => unsavedForms.delete(id), mayDiscard: () => mayDiscard(id) }
}

function useMark(id: string, dirty: boolean) {
  useEffect(() => {
    if (!dirty) return
    unsavedForms.add(id)
    return () => {
      unsavedForms.delete(id)
    }
  }, [dirty, id])
}

/** Our dialog, where it has come: it stands in a part of its own (unsaved-question.tsx). */
export const dialog: { ask?: (() => Promise<boolean>) | undefined } = {}

/** The browser's, so that nobody waits for an answer that nobody is asked for. */
const confirmed = () => confirm(kitText.arrived[currentLanguage()]?.common.confirmDirtyDialogClose)

/**
 * Asks when this form is modified, or any where all would go, or something else is. Once the user agrees, the edits count
 * as given up; where forms may outlive it, those that go say so themselves, and those that stay are as modified as they were.
 */
export async function mayDiscard(form = '', { isMoreLost = false, mayOutlive = false } = {}): Promise<boolean> {
  const lost = [...unsavedForms].filter(id => id.startsWith(form))
  const discard = (lost.length === 0 && !isMoreLost) || (await (dialog.ask ?? confirmed)())
  if (discard && !mayOutlive) for (const id of lost) unsavedForms.delete(id)
  return discard
}
