import { useEffect, useEffectEvent } from 'react'
import { closeDrawer } from '#app/frame/drawer.ts'
import { askForPalette, followPaletteKey, type PaletteStart } from '#features/palette/web/keys.ts'
import { PaletteButton } from '#features/palette/web/palette-button.tsx'
import { useLanguage } from '#kit/web/text.tsx'
import { prepareAct } from '#kit/web/use-late-act.ts'
import { useLateDialog } from '#kit/web/use-late-dialog.tsx'
import { ConsolePalette, loadPaletteWords } from './console-palette.tsx'

const name = { fr: 'Accès rapide', en: 'Quick access' }

const loadPalette = () => loadPaletteWords().then(() => ConsolePalette)

/** Quick access from any screen of the console, by its keys or by a button of the frame. */
export function QuickAccess() {
  const { open, dialog } = useLateDialog<{ start: PaletteStart }>(loadPalette, {
    onOpen: closeDrawer,
    leftWith: 'screen',
  })
  const onAsked = useEffectEvent((start: PaletteStart) => open({ start }))
  useEffect(() => followPaletteKey(start => onAsked(start)), [])
  return dialog
}

export function QuickAccessButton() {
  return (
    <PaletteButton
      label={name[useLanguage()]}
      prepare={() => prepareAct(loadPalette)}
      onPress={() => askForPalette('search')}
    />
  )
}
