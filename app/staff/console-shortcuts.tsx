import { useMay } from '#features/auth/web/use-user.ts'
import { ShortcutsDialog } from '#features/palette/web/shortcuts-dialog.tsx'
import { staffPaletteText } from '#features/palette/web/staff-text.ts'
import { useText } from '#kit/web/text.tsx'

/** The console's shortcuts, limited to screens that the user may open. */
export function ConsoleShortcuts({ onClose }: { onClose: () => void }) {
  const { shortcuts: t } = useText(staffPaletteText)
  const intake = {
    head: t.intake,
    shortcuts: [
      { keys: ['A'], does: t.accept },
      { keys: ['I'], does: t.receive },
      { keys: ['D'], does: t.day },
      { keys: ['Q'], does: t.question },
      { keys: ['R'], does: t.refuse },
      { keys: ['J', 'K'], does: t.walk },
      { keys: ['U'], does: t.undo },
      { keys: ['O', 'G'], does: t.later },
    ].map(shortcut => ({ ...shortcut, isSingle: true as const })),
  }
  return (
    <ShortcutsDialog
      onClose={onClose}
      further={useMay('production') ? [intake] : []}
      singleKeys={{ label: t.letters, hint: t.lettersHint }}
    />
  )
}
