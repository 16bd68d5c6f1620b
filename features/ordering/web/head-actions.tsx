import { useState } from 'react'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Menu, MenuButton } from '#kit/web/ui/menu.tsx'
import type { TemplateContent } from '../draft-contract.ts'
import type { Entry } from './entry.ts'
import { SaveTemplate, StartFrom } from './new-case-later.tsx'
import { orderingText } from './text.ts'

type HeadActionsProps = {
  entry: Entry
  onTemplate: (name: string, content: TemplateContent) => void
  onCase: (id: string) => Promise<void>
  /** Undefined where there is nothing to discard. */
  onStartOver: (() => void) | undefined
}

export function HeadActions({ entry, onTemplate, onCase, onStartOver }: HeadActionsProps) {
  const t = useText(orderingText)
  const [opened, setOpened] = useState<'start' | 'template'>()
  const close = () => setOpened(undefined)
  return (
    <>
      <Button icon="document" aria-haspopup="dialog" onClick={() => setOpened('start')}>
        {t.start.button}
      </Button>
      <Menu label={t.template.menu} icon="dots" iconOnly align="end">
        <MenuButton icon="document" onSelect={() => setOpened('template')}>
          {t.template.save}
        </MenuButton>
        {onStartOver && (
          <MenuButton icon="refresh" tone="late" onSelect={onStartOver}>
            {t.draft.startOver}
          </MenuButton>
        )}
      </Menu>
      <StartFrom open={opened === 'start'} onClose={close} onTemplate={onTemplate} onCase={onCase} />
      <SaveTemplate open={opened === 'template'} entry={entry} onClose={close} />
    </>
  )
}
