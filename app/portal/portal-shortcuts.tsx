import { portalPaletteText } from '#features/palette/web/portal-text.ts'
import { ShortcutsDialog, useKeyNames } from '#features/palette/web/shortcuts-dialog.tsx'
import { useText } from '#kit/web/text.tsx'

export function PortalShortcuts({ onClose }: { onClose: () => void }) {
  const { shortcuts: t } = useText(portalPaletteText)
  const { ctrl, shift, enter, home, end } = useKeyNames()
  return (
    <ShortcutsDialog
      onClose={onClose}
      anywhere={[
        { keys: ['/'], does: t.search, isSingle: true },
        { keys: ['?'], does: t.shortcuts, isSingle: true },
      ]}
      further={[
        {
          head: t.case,
          shortcuts: [
            { keys: [ctrl, enter], does: t.send },
            { keys: ['←', '→', home, end], does: t.teeth },
            { keys: [shift, '→'], does: t.takeTeeth },
            { keys: ['←', '↑', '↓', '→'], does: t.turn },
            { keys: ['+', '−'], does: t.zoom },
          ],
        },
      ]}
      singleKeys={{ label: t.singleKeys, hint: t.singleKeysHint }}
    />
  )
}
