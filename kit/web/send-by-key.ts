import type { KeyboardEvent } from 'react'

/** Ctrl or Cmd with Enter sends the form from a multi-line field, where Enter alone begins a line. */
export function sendByKey(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  // Holding the keys down must send only once.
  if (!event.repeat) event.currentTarget.form?.requestSubmit()
}
