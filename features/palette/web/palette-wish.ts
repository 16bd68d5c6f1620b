/** What quick access opens with. */
export type PaletteStart = 'search' | 'shortcuts'
type Opener = { open: (start: PaletteStart) => void; prepare: () => void }

/** Comes with the later parts of the page. */
let opener: Opener | undefined
let wish: PaletteStart | undefined

/** Before there is an opener the wish is kept for it. */
export function openPalette(start: PaletteStart) {
  if (opener) opener.open(start)
  else wish = start
}
/** A hand is near. */
export const preparePalette = () => opener?.prepare()

export function grantWishes(by: Opener) {
  opener = by
  if (wish) by.open(wish)
  wish = undefined
  return () => {
    opener = undefined
  }
}

/** Undefined where it has a name, in each language its own. */
export const modifierKey = /Mac|iP/.test(navigator.platform) ? '⌘' : undefined

/** Keys pressed on their own: whoever dictates, or brushes keys, turns them off (WCAG 2.1.4). */
export const singleKeysAreOn = () => !document.cookie.includes('single_keys=off')

const fields = 'input, textarea, select, [contenteditable]'

/** Everywhere in the portal but where a dialog waits for an answer. */
function onKey(event: KeyboardEvent) {
  const { key } = event
  const isHeld = event.ctrlKey || event.metaKey
  if (event.altKey || event.defaultPrevented || document.querySelector('dialog[open]')) return
  if (isHeld) {
    if (key.toLowerCase() !== 'k' || event.shiftKey) return
  } else if (!/^[?/]$/.test(key) || (event.target as Element).closest(fields) || !singleKeysAreOn()) return
  event.preventDefault()
  const search = key === '/' && document.querySelector<HTMLElement>('#main [type=search]')
  if (search) search.focus()
  else openPalette(key === '?' ? 'shortcuts' : 'search')
}

export function followKeys() {
  addEventListener('keydown', onKey)
  return () => removeEventListener('keydown', onKey)
}
