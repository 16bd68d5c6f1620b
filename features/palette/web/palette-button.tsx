import { Button } from '#kit/web/ui/button.tsx'
import { modifierKey } from './keys.ts'

type PaletteButtonProps = {
  label: string
  prepare?: () => void
  onPress: () => void
}

/** Opens quick access by mouse or touch, and shows its key. When only the icon is visible, its title names it. */
export function PaletteButton({ label, prepare, onPress }: PaletteButtonProps) {
  return (
    <Button
      icon="search"
      variant="bare"
      className="palette-button"
      title={label}
      aria-keyshortcuts="Control+k Meta+k"
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={onPress}
    >
      <span className="frame__label">{label}</span> <kbd className="frame__label">{modifierKey ?? 'Ctrl'} K</kbd>
    </Button>
  )
}
