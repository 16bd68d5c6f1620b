import { isSingleKey } from '#kit/web/single-keys.ts'

/** What quick access opens with. */
export type PaletteStart = 'search' | 'shortcuts'

/** Undefined where it has a name, in each language its own. */
export const modifierKey = /Mac|iP/.test(navigator.platform) ? '⌘' : undefined

/** Where a dialog waits for an answer, no other opens over it. */
const isFree = (event: KeyboardEvent) =>
  !(event.altKey || event.defaultPrevented || document.querySelector('dialog[open]'))

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

const asking = 'arcade:palette'

/**
 * Everywhere in the console: there no key pressed on its own means anything, since readers type labels that may begin with
 * any. Buttons that stand apart from what opens ask by `askForPalette`.
 */
export function followPaletteKey(open: (start: PaletteStart) => void) {
  const stop = follow(event => (isPaletteKey(event) ? () => open('search') : undefined))
  const hear = (event: Event) => open((event as CustomEvent<PaletteStart>).detail)
  addEventListener(asking, hear)
  return () => {
    stop()
    removeEventListener(asking, hear)
  }
}
export const askForPalette = (start: PaletteStart) => void dispatchEvent(new CustomEvent(asking, { detail: start }))

function follow(actOf: (event: KeyboardEvent) => (() => void) | undefined) {
  const listen = (event: KeyboardEvent) => {
    const act = isFree(event) ? actOf(event) : undefined
    if (!act) return
    event.preventDefault()
    act()
  }
  addEventListener('keydown', listen)
  return () => removeEventListener('keydown', listen)
}
