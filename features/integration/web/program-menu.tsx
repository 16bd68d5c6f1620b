import { useText } from '#kit/web/text.tsx'
import { Menu, MenuButton } from '#kit/web/ui/menu.tsx'
import type { Program } from '../staff-contract.ts'
import type { ProgramDialogProps } from './program-dialog.tsx'
import { programsText } from './staff-text.ts'

type ProgramMenuProps = { program: Program; open: (dialog: ProgramDialogProps) => void }

export function ProgramMenu({ program, open }: ProgramMenuProps) {
  const t = useText(programsText)
  const menu = {
    label: t.actionsFor(program.name),
    icon: 'dots',
    iconOnly: true,
    variant: 'bare',
    align: 'end',
  } as const
  if (program.removedAt)
    return (
      <Menu {...menu}>
        <MenuButton onSelect={() => open({ shown: 'newKey', program })}>{t.again.menu}</MenuButton>
      </Menu>
    )
  return (
    <Menu {...menu}>
      <MenuButton onSelect={() => open({ shown: 'newKey', program })}>{t.newKey.menu}</MenuButton>
      <MenuButton onSelect={() => open({ shown: 'tell', program })}>
        {program.toldAt ? t.tell.change : t.tell.menu}
      </MenuButton>
      {program.toldAt && (
        <MenuButton onSelect={() => open({ shown: 'untelling', program })}>{t.untelling.menu}</MenuButton>
      )}
      <MenuButton tone="late" onSelect={() => open({ shown: 'removal', program })}>
        {t.removal.menu}
      </MenuButton>
    </Menu>
  )
}
