import { useMay } from '#features/auth/web/use-user.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { MenuButton, MenuLink } from '#kit/web/ui/menu.tsx'
import type { Case } from '../contract.ts'
import { canCancel, canMoveDates, isCollected } from '../rules.ts'
import type { CaseDialogsProps } from './case-dialogs.tsx'
import { wasReceivedOn } from './received.ts'
import { casesText } from './text.ts'

export type CaseOtherActsProps = {
  known: Case
  open: (action: CaseDialogsProps['action']) => void
  change: () => void
  printLabel: (known: Case) => void
}

/** Actions that are used seldom. */
export function CaseOtherActs({ known, open, change, printLabel }: CaseOtherActsProps) {
  const { one } = useText(casesText)
  const mayOrder = useMay('order')
  const { dayOf, today } = useFormat()
  return (
    <>
      {mayOrder && (
        <MenuLink to="/cases/new" state={{ repeats: known.id }} icon="refresh">
          {one.repeat}
        </MenuLink>
      )}
      {isCollected(known) && (
        <MenuButton icon="print" onSelect={() => printLabel(known)}>
          {one.label}
        </MenuButton>
      )}
      {mayOrder && canMoveDates(known) && (
        <MenuButton icon="calendar" onSelect={change}>
          {one.change}
        </MenuButton>
      )}
      {wasReceivedOn(today(), known, dayOf) && (
        <MenuButton icon="truck" onSelect={() => open('not_received')}>
          {one.notReceived}
        </MenuButton>
      )}
      {canCancel(known) && (
        <MenuButton icon="close" tone="late" onSelect={() => open('cancel')}>
          {one.cancel}
        </MenuButton>
      )}
    </>
  )
}
