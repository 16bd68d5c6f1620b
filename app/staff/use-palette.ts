import { closeDrawer } from '#app/frame/drawer.ts'
import { followPaletteKey } from '#features/palette/web/keys.ts'
import { useQuickAccess } from '#features/palette/web/use-quick-access.ts'

async function load() {
  const { ConsolePalette, loadPaletteWords } = await import('./console-palette.tsx')
  await loadPaletteWords()
  return ConsolePalette
}

export const usePalette = () => useQuickAccess({ load, follow: followPaletteKey, onOpen: closeDrawer })
