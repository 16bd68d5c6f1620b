import { accountText } from '#features/account/web/text.ts'
import { modifierKey } from '#features/palette/web/keys.ts'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import type { OpenPalette } from './use-palette.ts'

/** Quick access for hands on a mouse or a screen, and where its keys are learnt. Where only the icon is seen, its title names it. */
export function PaletteButton({ prepare, open }: OpenPalette) {
  const { palette } = useText(accountText).menu
  return (
    <Button
      icon="search"
      variant="bare"
      className="palette-button"
      title={palette}
      aria-keyshortcuts="Control+k Meta+k"
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={() => open({ start: 'search' })}
    >
      <span className="frame__label">{palette}</span> <kbd className="frame__label">{modifierKey ?? 'Ctrl'} K</kbd>
    </Button>
  )
}
