let typed = ''
let stop: (() => void) | undefined

/**
 * From the key that opens quick access until it is there: what is typed is kept for its field, and no letter does anything else.
 * On a slow line the first letter of a name would else accept the case that stands behind.
 */
export function keepTyping(): void {
  if (stop) return
  typed = ''
  const { pathname } = location
  const keep = (event: KeyboardEvent) => {
    // Whoever asked for it has gone elsewhere meanwhile, or it has this moment come.
    if (location.pathname !== pathname || document.querySelector('dialog[open]')) return stopKeeping()
    const { key, ctrlKey, metaKey } = event
    if (ctrlKey || metaKey) return
    if (key.length === 1) typed += key
    else if (key === 'Backspace') typed = typed.slice(0, -1)
    else if (key !== 'Enter') return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  addEventListener('keydown', keep, true)
  stop = () => removeEventListener('keydown', keep, true)
}

/** It is there, or cannot be had. */
export function stopKeeping(): void {
  stop?.()
  stop = undefined
}

export const typedAhead = () => typed
