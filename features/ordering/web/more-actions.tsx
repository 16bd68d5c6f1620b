import { useState } from 'react'
import { useText } from '#kit/web/text.tsx'
import { Menu, MenuButton } from '#kit/web/ui/menu.tsx'
import type { Entry } from './entry.ts'
import { SaveTemplate } from './save-template.tsx'
import { orderingText } from './text.ts'

type MoreActionsProps = {
  entry: Entry
  /** Where there is something to throw away. */
  onStartOver: (() => void) | undefined
}

export function MoreActions({ entry, onStartOver }: MoreActionsProps) {
  const t = useText(orderingText)
  const [isSaving, setSaving] = useState(false)
  return (
    <>
      <Menu label={t.template.menu} icon="dots" iconOnly align="end">
        <MenuButton icon="document" onSelect={() => setSaving(true)}>
          {t.template.save}
        </MenuButton>
        {onStartOver && (
          <MenuButton icon="refresh" tone="late" onSelect={onStartOver}>
            {t.draft.startOver}
          </MenuButton>
        )}
      </Menu>
      <SaveTemplate open={isSaving} entry={entry} onClose={() => setSaving(false)} />
    </>
  )
}
