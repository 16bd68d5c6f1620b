let typed = ''
let place: string | undefined

/**
 * From the key that opens quick access until it is there: what is typed is kept for its field, and no letter does anything else.
 * On a slow line the first letter of a name would else accept the case that stands behind.
 */
export function keepTyping(): void {
  if (place) return
  typed = ''
  place = location.pathname
  addEventListener('keydown', keep, true)
}

/** It is there, or cannot be had. */
export function stopKeeping(): void {
  place = undefined
  removeEventListener('keydown', keep, true)
}

function keep(event: KeyboardEvent) {
  const { key } = event
  // Whoever asked for it has gone elsewhere meanwhile.
  if (location.pathname !== place) return stopKeeping()
  if (event.ctrlKey || event.metaKey) return
  if (key.length === 1) typed += key
  else if (key === 'Backspace') typed = typed.slice(0, -1)
  else if (key !== 'Enter') return
  event.preventDefault()
  event.stopImmediatePropagation()
}

export const typedAhead = () => typed
