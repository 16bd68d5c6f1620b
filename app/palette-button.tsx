import { accountText } from '#features/account/web/text.ts'
import { modifierKey, openPalette, preparePalette } from '#features/palette/web/palette-wish.ts'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'

/** Quick access for hands on a mouse or a screen, and where its keys are learnt. */
export function PaletteButton() {
  const { palette } = useText(accountText).menu
  const keys = `${modifierKey ?? 'Ctrl'} K`
  return (
    <Button
      icon="search"
      variant="bare"
      className="palette-button"
      title={palette}
      // The narrow sidebar shows the icon alone.
      aria-label={`${palette} ${keys}`}
      aria-keyshortcuts="Control+k Meta+k"
      onPointerEnter={preparePalette}
      onFocus={preparePalette}
      onClick={() => openPalette('search')}
    >
      <span className="frame__label">{palette}</span>
      <kbd className="frame__label">{keys}</kbd>
    </Button>
  )
}
