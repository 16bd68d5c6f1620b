import { useEffect, useEffectEvent } from 'react'
import { singleKeysAreOn } from './single-keys.ts'

/** What quick access opens with. */
export type PaletteStart = 'search' | 'shortcuts'

/** Undefined where it has a name, in each language its own: "Ctrl". */
export const modifierKey = /Mac|iP/.test(navigator.platform) ? '⌘' : undefined
export const paletteKeys = `${modifierKey ?? 'Ctrl'} K`

/** The keys that open quick access, everywhere in the portal but where a dialog waits for an answer. */
export function useShortcuts(open: (start: PaletteStart) => void) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, altKey, ctrlKey, metaKey, shiftKey, target, defaultPrevented } = event
    if (defaultPrevented || altKey || document.querySelector('dialog[open]')) return
    if (ctrlKey || metaKey) {
      if (shiftKey || key.toLowerCase() !== 'k') return
      event.preventDefault()
      return open('search')
    }
    if (!/^[?/]$/.test(key) || !singleKeysAreOn()) return
    if (target instanceof Element && target.closest('input, textarea, select, [contenteditable]')) return
    event.preventDefault()
    const search = document.querySelector<HTMLElement>('#main [type=search]')
    if (key === '?') open('shortcuts')
    else if (search) search.focus()
    else open('search')
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}
