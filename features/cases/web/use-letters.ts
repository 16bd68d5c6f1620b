import { useEffect, useEffectEvent } from 'react'
import { isSingleKey } from '#kit/web/single-keys.ts'

/** Single-key shortcuts of a screen, each beside a button that shows it. */
export function useLetters(acts: Partial<Record<string, (() => void) | undefined>>) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const act = acts[event.key.toLowerCase()]
    if (!act || event.repeat || !isSingleKey(event)) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}
