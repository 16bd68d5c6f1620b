import { isSingleKey } from '#kit/web/single-keys.ts'

/** The view with which quick access opens. */
export type PaletteStart = 'search' | 'shortcuts'

/** Undefined on other systems, where the key has a name in each language. */
export const modifierKey = /Mac|iP/.test(navigator.platform) ? '⌘' : undefined

const isPaletteKey = ({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent) =>
  (ctrlKey || metaKey) && !shiftKey && key.toLowerCase() === 'k'

/** Keys that work anywhere in the portal. */
export const followKeys = (open: (start: PaletteStart) => void) =>
  follow(event => {
    if (isPaletteKey(event)) return () => open('search')
    if (!/^[?/]$/.test(event.key) || !isSingleKey(event)) return
    const search = event.key === '/' && document.querySelector<HTMLElement>('#main [type=search]')
    return search ? () => search.focus() : () => open(event.key === '?' ? 'shortcuts' : 'search')
  })

/**
 * Keys that work anywhere in the console: single keys mean nothing there, since label readers type codes that may begin with
 * any letter.
 */
export const followPaletteKey = (open: (start: PaletteStart) => void) =>
  follow(event => (isPaletteKey(event) ? () => open('search') : undefined))

function follow(actOf: (event: KeyboardEvent) => (() => void) | undefined) {
  const listen = (event: KeyboardEvent) => {
    if (event.altKey || event.defaultPrevented) return
    const act = actOf(event)
    if (!act) return
    // While a dialog is open, no other opens over it, and the browser's own action for the key is suppressed.
    event.preventDefault()
    if (!event.repeat && !document.querySelector('dialog[open]')) act()
  }
  addEventListener('keydown', listen)
  return () => removeEventListener('keydown', listen)
}
