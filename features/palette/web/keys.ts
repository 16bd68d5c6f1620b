/** What quick access opens with. */
export type PaletteStart = 'search' | 'shortcuts'

/** Undefined where it has a name, in each language its own. */
export const modifierKey = /Mac|iP/.test(navigator.platform) ? '⌘' : undefined

/** Keys pressed on their own: whoever dictates, or brushes keys, turns them off (WCAG 2.1.4). */
export const singleKeysAreOn = () => !document.cookie.includes('single_keys=off')

const fields = 'input, textarea, select, [contenteditable]'

/** Everywhere in the portal but where a dialog waits for an answer. */
function onKey(event: KeyboardEvent, open: (start: PaletteStart) => void) {
  const { key } = event
  const isHeld = event.ctrlKey || event.metaKey
  if (event.altKey || event.defaultPrevented || document.querySelector('dialog[open]')) return
  if (isHeld) {
    if (key.toLowerCase() !== 'k' || event.shiftKey) return
  } else if (!/^[?/]$/.test(key) || (event.target as Element).closest(fields) || !singleKeysAreOn()) return
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
