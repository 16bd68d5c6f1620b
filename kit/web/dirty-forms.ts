import { useEffect, useId } from 'react'
import { kitText } from './kit-text.ts'
import { fetchLaterParts } from './later.tsx'
import { currentLanguage } from './text.tsx'
import { unsavedForms } from './unsaved-forms.ts'

/**
 * Marks this component's form as modified: leaving then asks, in our dialog inside the portal and in the browser's when the tab
 * closes. Call `settled` after saving, before navigating away, because effects run too late. `unsent` marks work that has left
 * the fields but is not sent yet.
 */
export function useUnsavedChanges(dirty: boolean, unsent = false) {
  const id = useId()
  // Fetches the question's dialog long before anybody can have typed.
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

/** Our dialog once its chunk has loaded (unsaved-question.tsx). */
export const dialog: { ask?: (() => Promise<boolean>) | undefined } = {}

/** The browser's confirm, used until our dialog has loaded. */
const confirmed = () => confirm(kitText.arrived[currentLanguage()]?.common.confirmDirtyDialogClose)

/**
 * Asks when this form is modified; without `form`, when any is, or when `isMoreLost`. If the user agrees, the edits count as
 * discarded; with `mayOutlive`, forms that unmount clear themselves and the others stay modified.
 */
export async function mayDiscard(form = '', { isMoreLost = false, mayOutlive = false } = {}): Promise<boolean> {
  const lost = [...unsavedForms].filter(id => id.startsWith(form))
  const discard = (lost.length === 0 && !isMoreLost) || (await (dialog.ask ?? confirmed)())
  if (discard && !mayOutlive) for (const id of lost) unsavedForms.delete(id)
  return discard
}
