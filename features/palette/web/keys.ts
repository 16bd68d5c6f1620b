import { isSingleKey } from '#kit/web/single-keys.ts'

/** What quick access opens with. */
export type PaletteStart = 'search' | 'shortcuts'

/** Undefined where it has a name, in each language its own. */
export const modifierKey = /Mac|iP/.test(navigator.platform) ? '⌘' : undefined

const isPaletteKey = ({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent) =>
  (ctrlKey || metaKey) && !shiftKey && key.toLowerCase() === 'k'

/** Everywhere in the portal. */
export const followKeys = (open: (start: PaletteStart) => void) =>
  follow(event => {
    if (isPaletteKey(event)) return () => open('search')
    if (!/^[?/]$/.test(event.key) || !isSingleKey(event)) return
    const search = event.key === '/' && document.querySelector<HTMLElement>('#main [type=search]')
    return search ? () => search.focus() : () => open(event.key === '?' ? 'shortcuts' : 'search')
  })

/**
 * Everywhere in the console: there no key pressed on its own means anything, since readers type labels that may begin with
 * any.
 */
export const followPaletteKey = (open: (start: PaletteStart) => void) =>
  follow(event => (isPaletteKey(event) ? () => open('search') : undefined))

function follow(actOf: (event: KeyboardEvent) => (() => void) | undefined) {
  const listen = (event: KeyboardEvent) => {
    if (event.altKey || event.defaultPrevented) return
    const act = actOf(event)
    if (!act) return
    // Where a dialog waits for an answer no other opens over it, and the browser takes neither the key nor the caret.
    event.preventDefault()
    if (!event.repeat && !document.querySelector('dialog[open]')) act()
  }
  addEventListener('keydown', listen)
  return () => removeEventListener('keydown', listen)
}
