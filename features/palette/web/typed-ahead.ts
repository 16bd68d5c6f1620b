const lineEnd = '\n'
let typed = ''
let place: string | undefined

/**
 * From the key that opens quick access until it is there: what is typed is kept for its field, and no letter does anything else.
 * On a slow line the first letter of a name would else accept the case that stands behind.
 */
export function keepTyping(): void {
  if (place === location.pathname) return
  typed = ''
  place = location.pathname
  // Once for good: the same listener is added only once.
  addEventListener('keydown', keep, true)
  addEventListener('pointerdown', stopKeeping, true)
}

/** It is there, cannot be had, or is waited for no longer. */
export function stopKeeping(): void {
  place = undefined
}

function keep(event: KeyboardEvent) {
  const { key } = event
  // Whoever asked for it has gone elsewhere meanwhile, or has to sign in again first: that may be a password.
  if (location.pathname !== place || key === 'Escape' || document.querySelector('.is-awaited')) return stopKeeping()
  // What AltGr writes is text, though it may count as Ctrl and Alt.
  if ((event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph')) return
  const text = key === 'Enter' ? lineEnd : key
  if (text.length > 1 && text !== 'Backspace') return
  typed = typed.replace(lineEnd, '')
  typed = text.length > 1 ? typed.slice(0, -1) : typed + text
  event.preventDefault()
  event.stopImmediatePropagation()
}

/** With the end of a line where Enter was pressed last. */
export const typedAhead = () => typed
