import { isSingleKey } from '#kit/web/single-keys.ts'

/** What quick access opens with. */
export type PaletteStart = 'search' | 'shortcuts'

/** Undefined where it has a name, in each language its own. */
export const modifierKey = /Mac|iP/.test(navigator.platform) ? '⌘' : undefined

/** Everywhere in the portal but where a dialog waits for an answer. */
function onKey(event: KeyboardEvent, open: (start: PaletteStart) => void) {
  const { key } = event
  const isHeld = event.ctrlKey || event.metaKey
  if (event.altKey || event.defaultPrevented || document.querySelector('dialog[open]')) return
  if (isHeld) {
    if (key.toLowerCase() !== 'k' || event.shiftKey) return
  } else if (!/^[?/]$/.test(key) || !isSingleKey(event)) return
  event.preventDefault()
  const search = key === '/' && document.querySelector<HTMLElement>('#main [type=search]')
  if (search) search.focus()
  else open(key === '?' ? 'shortcuts' : 'search')
}

export function followKeys(open: (start: PaletteStart) => void) {
  const listen = (event: KeyboardEvent) => onKey(event, open)
  addEventListener('keydown', listen)
  return () => removeEventListener('keydown', listen)
}
