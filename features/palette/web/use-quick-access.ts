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
  // Words typed into the search of the list change the address a moment later.
  const palette = useLateDialog<Start>(load, { onOpen, leftWith: 'screen' })
  const { isComing } = palette
  function open(start: PaletteStart) {
    keepTyping()
    palette.open({ start })
  }
  const onKey = useEffectEvent(open)
  useEffect(() => follow(start => onKey(start)), [follow])
  // Not with its first key: a hand on the mouse may close it again. Nor with its standing there: whoever has left it behind
  // never sees it.
  useLayoutEffect(() => (isComing ? stopKeeping : undefined), [isComing])
  return { prepare: palette.prepare, dialog: palette.dialog, open }
}
