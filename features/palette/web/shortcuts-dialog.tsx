import { Fragment, useState } from 'react'
import { kitText } from '#kit/web/kit-text.ts'
import { singleKeysAreOn, turnSingleKeys } from '#kit/web/single-keys.ts'
import { useText } from '#kit/web/text.tsx'
import { Checkbox } from '#kit/web/ui/checkbox.tsx'
import { Dialog } from '#kit/web/ui/dialog.tsx'
import type { PaletteText } from '../text/en.ts'
import './palette.css'
import { modifierKey } from './keys.ts'
import { paletteText } from './text.ts'

type Sentence = Exclude<keyof PaletteText['shortcuts'], 'groups' | 'title' | 'singleKeys' | 'singleKeysHint' | 'off'>
type Shortcut = { keys: readonly string[]; does: Sentence; isSingle?: true }

/** Every shortcut of the portal. What the keys of fields, menus and dialogs do anyway is not repeated. */
const shortcutsWith = ({ shift, enter, leave, home, end }: PaletteText['keys'], ctrl: string) =>
  ({
    anywhere: [
      { keys: [ctrl, 'K'], does: 'palette' },
      { keys: [ctrl, 'B'], does: 'sidebar' },
      { keys: ['/'], does: 'search', isSingle: true },
      { keys: ['?'], does: 'shortcuts', isSingle: true },
    ],
    palette: [
      { keys: ['↑', '↓'], does: 'walk' },
      { keys: [home, end], does: 'ends' },
      { keys: [enter], does: 'choose' },
      { keys: [ctrl, enter], does: 'newTab' },
      { keys: [leave], does: 'close' },
    ],
    case: [
      { keys: [ctrl, enter], does: 'send' },
      { keys: ['←', '→', home, end], does: 'teeth' },
      { keys: [shift, '→'], does: 'takeTeeth' },
      { keys: ['←', '↑', '↓', '→'], does: 'turn' },
      { keys: ['+', '−'], does: 'zoom' },
    ],
  }) satisfies Record<string, readonly Shortcut[]>

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { shortcuts: t, keys: names } = useText(paletteText)
  const { common } = useText(kitText)
  const [areOn, setAreOn] = useState(singleKeysAreOn)
  const groups: Record<keyof typeof t.groups, readonly Shortcut[]> = shortcutsWith(names, modifierKey ?? names.ctrl)
  return (
    <Dialog open onClose={onClose} title={t.title} closeLabel={common.close}>
      <div className="stack">
        {(['anywhere', 'palette', 'case'] as const).map(group => (
          <section key={group} className="stack stack--sm">
            <h3>{t.groups[group]}</h3>
            <dl className="keys">
              {groups[group].map(({ keys, does, isSingle }) => (
                <Fragment key={does}>
                  <dt>
                    {keys.map(key => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </dt>
                  <dd className={isSingle && !areOn ? 'muted' : undefined}>
                    {t[does]}
                    {isSingle && !areOn && ` (${t.off})`}
                  </dd>
                </Fragment>
              ))}
            </dl>
          </section>
        ))}
        <Checkbox
          role="switch"
          label={t.singleKeys}
          hint={t.singleKeysHint}
          checked={areOn}
          onChange={event => {
            turnSingleKeys(event.currentTarget.checked)
            setAreOn(event.currentTarget.checked)
          }}
        />
      </div>
    </Dialog>
  )
}
