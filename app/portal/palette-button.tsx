import { accountText } from '#features/account/web/text.ts'
import { modifierKey, openPalette, preparePalette } from '#features/palette/web/palette-wish.ts'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'

/** Quick access for hands on a mouse or a screen, and where its keys are learnt. Where only the icon is seen, its title names it. */
export function PaletteButton() {
  const { palette } = useText(accountText).menu
  return (
    <Button
      icon="search"
      variant="bare"
      className="palette-button"
      title={palette}
      aria-keyshortcuts="Control+k Meta+k"
      onPointerEnter={preparePalette}
      onFocus={preparePalette}
      onClick={() => openPalette('search')}
    >
      <span className="frame__label">{palette}</span> <kbd className="frame__label">{modifierKey ?? 'Ctrl'} K</kbd>
    </Button>
  )
}
