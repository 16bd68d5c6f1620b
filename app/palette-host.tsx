import { useEffect, useEffectEvent } from 'react'
import { grantWishes, type PaletteStart } from '#features/palette/web/palette-wish.ts'
import { useLateDialog } from '#kit/web/use-late-dialog.tsx'
import { closeDrawer } from './portal-layout.tsx'

async function loadPalette() {
  const { loadPaletteWords, PortalPalette } = await import('./portal-palette.tsx')
  await loadPaletteWords()
  return PortalPalette
}

/** Waits for the keys and the buttons that open quick access, which itself comes with the first of them. */
export function PaletteHost() {
  const { prepare, open, dialog } = useLateDialog<{ start: PaletteStart }>(loadPalette, closeDrawer)
  const onWish = useEffectEvent((start: PaletteStart) => open({ start }))
  const onIntent = useEffectEvent(prepare)
  useEffect(() => grantWishes({ open: start => onWish(start), prepare: () => onIntent() }), [])
  return dialog
}
