import { type FunctionComponent, useEffect, useEffectEvent, useLayoutEffect } from 'react'
import { useLateDialog } from '#kit/web/use-late-dialog.tsx'
import type { PaletteStart } from './keys.ts'
import { keepTyping, stopKeeping } from './typed-ahead.ts'

type Start = { start: PaletteStart }
type QuickAccess = {
  load: () => Promise<FunctionComponent<Start & { onClose: () => void }>>
  /** Registers the keys that open it; returns the function that removes them. */
  follow: (open: (start: PaletteStart) => void) => () => void
  onOpen: () => void
}

/** Quick access, for the frame's buttons and for keys anywhere. */
export function useQuickAccess({ load, follow, onOpen }: QuickAccess) {
  // Words typed into a list's search change the address a moment later.
  const palette = useLateDialog<Start>(load, { onOpen, leftWith: 'screen' })
  const { isComing } = palette
  function open(start: PaletteStart) {
    keepTyping()
    palette.open({ start })
  }
  const onKey = useEffectEvent(open)
  useEffect(() => follow(start => onKey(start)), [follow])
  // Not stopped by the first key, since a click may close it again; nor by its rendering, which never happens if the user
  // navigates away.
  useLayoutEffect(() => (isComing ? stopKeeping : undefined), [isComing])
  return { prepare: palette.prepare, dialog: palette.dialog, open }
}
