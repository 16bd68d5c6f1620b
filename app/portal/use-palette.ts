import { useEffect, useEffectEvent } from 'react'
import { closeDrawer } from '#app/frame/drawer.ts'
import { followKeys, type PaletteStart } from '#features/palette/web/keys.ts'
import { useLateDialog } from '#kit/web/use-late-dialog.tsx'

async function loadPalette() {
  const { loadPaletteWords, PortalPalette } = await import('./portal-palette.tsx')
  await loadPaletteWords()
  return PortalPalette
}

/** Quick access, for the buttons of the frame and for keys anywhere. */
export function usePalette() {
  // Words typed into the search of the list change the address a moment later.
  const palette = useLateDialog<{ start: PaletteStart }>(loadPalette, { onOpen: closeDrawer, leftWith: 'screen' })
  const open = useEffectEvent((start: PaletteStart) => palette.open({ start }))
  useEffect(() => followKeys(start => open(start)), [])
  return palette
}
