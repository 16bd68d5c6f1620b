import { useText } from '#kit/web/text.tsx'
import { Menu, MenuButton } from '#kit/web/ui/menu.tsx'
import type { Program } from '../staff-contract.ts'
import type { ProgramDialogProps } from './program-dialog.tsx'
import { programsText } from './staff-text.ts'

type ProgramMenuProps = { program: Program; open: (dialog: ProgramDialogProps) => void }

export function ProgramMenu({ program, open }: ProgramMenuProps) {
  const t = useText(programsText)
  return (
    <Menu label={t.actionsFor(program.name)} icon="dots" iconOnly variant="bare" align="end">
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
