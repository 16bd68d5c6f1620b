import { closeDrawer } from '#app/frame/drawer.ts'
import { followKeys } from '#features/palette/web/keys.ts'
import { useQuickAccess } from '#features/palette/web/use-quick-access.ts'

async function load() {
  const { loadPaletteWords, PortalPalette } = await import('./portal-palette.tsx')
  await loadPaletteWords()
  return PortalPalette
}

export const usePalette = () => useQuickAccess({ load, follow: followKeys, onOpen: closeDrawer })
