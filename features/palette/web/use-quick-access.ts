import { type FunctionComponent, useEffect, useEffectEvent, useLayoutEffect } from 'react'
import { useLateDialog } from '#kit/web/use-late-dialog.tsx'
import type { PaletteStart } from './keys.ts'
import { keepTyping, stopKeeping } from './typed-ahead.ts'

type Start = { start: PaletteStart }
type QuickAccess = {
  load: () => Promise<FunctionComponent<Start & { onClose: () => void }>>
  /** Hears the keys that open it, until what it returns is called. */
  follow: (open: (start: PaletteStart) => void) => () => void
  onOpen: () => void
}

/** Quick access, for the buttons of the frame and for keys anywhere. */
export function useQuickAccess({ load, follow, onOpen }: QuickAccess) {
  const loadOrStop = () =>
    load().catch(error => {
      stopKeeping()
      throw error
    })
  // Words typed into the search of the list change the address a moment later.
  const palette = useLateDialog<Start>(loadOrStop, { onOpen, leftWith: 'screen' })
  const isOpen = palette.dialog !== undefined
  function open(start: PaletteStart) {
    keepTyping()
    palette.open({ start })
  }
  const onKey = useEffectEvent(open)
  useEffect(() => follow(start => onKey(start)), [follow])
  // With it, and not with its first key: a hand on the mouse may close it again.
  useLayoutEffect(() => {
    if (isOpen) stopKeeping()
  }, [isOpen])
  return { prepare: palette.prepare, dialog: palette.dialog, open }
}
