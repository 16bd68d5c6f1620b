const lineEnd = '\n'
let typed = ''
let place: string | undefined

/**
 * From the shortcut until quick access has loaded: typed characters are kept for its field, and letters trigger nothing
 * else. On a slow line, the first letter of a name would otherwise accept the case behind it.
 */
export function keepTyping(): void {
  if (place === location.pathname) return
  typed = ''
  place = location.pathname
  // Never removed: adding the same listener again has no effect.
  addEventListener('keydown', keep, true)
  addEventListener('pointerdown', stopKeeping, true)
}

/** It has opened, failed to load, or is no longer wanted. */
export function stopKeeping(): void {
  place = undefined
}

function keep(event: KeyboardEvent) {
  const { key } = event
  // The user has navigated away, or must sign in again first, so this may be a password.
  if (location.pathname !== place || key === 'Escape' || document.querySelector('.is-awaited')) return stopKeeping()
  // AltGr produces text, although it may report Ctrl and Alt.
  if ((event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph')) return
  const text = key === 'Enter' ? lineEnd : key
  if (text.length > 1 && text !== 'Backspace') return
  typed = typed.replace(lineEnd, '')
  typed = text.length > 1 ? typed.slice(0, -1) : typed + text
  event.preventDefault()
  event.stopImmediatePropagation()
}

/** Ends with a line break when Enter was pressed last. */
export const typedAhead = () => typed
