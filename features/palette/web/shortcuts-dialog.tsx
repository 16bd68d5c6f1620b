import { Fragment } from 'react'
import { kitText } from '#kit/web/kit-text.ts'
import { useText } from '#kit/web/text.tsx'
import { Checkbox } from '#kit/web/ui/checkbox.tsx'
import { Dialog } from '#kit/web/ui/dialog.tsx'
import { turnSingleKeys, useSingleKeys } from '#kit/web/use-single-keys.ts'
import './palette.css'
import { modifierKey } from './keys.ts'
import { paletteText } from './text.ts'

/** A key combination and its effect. `isSingle`: a single key, which can be turned off. */
export type Shortcut = { keys: readonly string[]; does: string; isSingle?: true }
export type ShortcutGroup = { head: string; shortcuts: readonly Shortcut[] }

type ShortcutsDialogProps = {
  /** Further keys that work anywhere, besides those of quick access and the menu. */
  anywhere?: readonly Shortcut[]
  /** Keys that work on some screens. */
  further: readonly ShortcutGroup[]
  /** Texts of the switch for single keys. */
  singleKeys: { label: string; hint: string }
  onClose: () => void
}

/** As printed on this machine's keys. */
export function useKeyNames() {
  const { keys } = useText(paletteText)
  return { ...keys, ctrl: modifierKey ?? keys.ctrl }
}

/** All shortcuts. Standard keys of fields, menus and dialogs are not repeated. */
export function ShortcutsDialog({ anywhere = [], further, singleKeys, onClose }: ShortcutsDialogProps) {
  const { shortcuts: t } = useText(paletteText)
  const { ctrl, enter, leave, home, end } = useKeyNames()
  const { common } = useText(kitText)
  const areOn = useSingleKeys()
  const groups: ShortcutGroup[] = [
    {
      head: t.groups.anywhere,
      shortcuts: [{ keys: [ctrl, 'K'], does: t.palette }, { keys: [ctrl, 'B'], does: t.sidebar }, ...anywhere],
    },
    {
      head: t.groups.palette,
      shortcuts: [
        { keys: ['↑', '↓'], does: t.walk },
        { keys: [home, end], does: t.ends },
        { keys: [enter], does: t.choose },
        { keys: [ctrl, enter], does: t.newTab },
        { keys: [leave], does: t.close },
      ],
    },
    ...further,
  ]
  return (
    <Dialog open onClose={onClose} title={t.title} closeLabel={common.close} isReadFirst isEasilyLeft>
      <div className="stack">
        {groups.map(({ head, shortcuts }) => (
          <section key={head} className="stack stack--sm">
            <h3>{head}</h3>
            <dl className="keys">
              {shortcuts.map(({ keys, does, isSingle }) => (
                <Fragment key={does}>
                  <dt>
                    {keys.map(key => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </dt>
                  <dd className={isSingle && !areOn ? 'muted' : undefined}>
                    {does}
                    {isSingle && !areOn && ` (${t.off})`}
                  </dd>
                </Fragment>
              ))}
            </dl>
          </section>
        ))}
        <Checkbox
          role="switch"
          {...singleKeys}
          checked={areOn}
          onChange={({ currentTarget }) => turnSingleKeys(currentTarget.checked)}
        />
      </div>
    </Dialog>
  )
}
