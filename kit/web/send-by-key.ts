import type { KeyboardEvent } from 'react'

/** Enter begins a line in a field of several; with Ctrl, or the command key of a Mac, it sends the form. */
export function sendByKey(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  // Held down it is one wish.
  if (!event.repeat) event.currentTarget.form?.requestSubmit()
}
