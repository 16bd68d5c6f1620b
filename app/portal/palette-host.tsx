import { useEffect, useEffectEvent, useState } from 'react'
import { grantWishes, type PaletteStart } from '#features/palette/web/palette-wish.ts'
import { kitText } from '#kit/web/kit-text.ts'
import { useText } from '#kit/web/text.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { closeDrawer } from './drawer.ts'

async function loadPalette() {
  const { loadPaletteWords, PortalPalette } = await import('./portal-palette.tsx')
  await loadPaletteWords()
  return PortalPalette
}

type Shown = { Palette: Awaited<ReturnType<typeof loadPalette>>; start: PaletteStart }

/**
 * Waits for the keys and the buttons that open quick access, which itself comes with the first of them. Not a late dialog:
 * words typed into the search of the list change the address a moment later, which would close it.
 */
export function PaletteHost() {
  const { title, description } = useText(kitText).error
  const [shown, setShown] = useState<Shown>()
  const open = useEffectEvent((start: PaletteStart) => {
    loadPalette().then(
      Palette => {
        closeDrawer()
        setShown({ Palette, start })
      },
      () => toast({ tone: 'late', title, description }),
    )
  })
  useEffect(
    () => grantWishes({ open: start => open(start), prepare: () => void loadPalette().catch(() => undefined) }),
    [],
  )
  return shown && <shown.Palette start={shown.start} onClose={() => setShown(undefined)} />
}
