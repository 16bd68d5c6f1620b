import { useMay } from '#features/auth/web/use-user.ts'
import { useBagLabel } from '#features/deliveries/web/use-bag-label.ts'
import { useFormat } from '#kit/web/format.tsx'
import { loadText, useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Count } from '#kit/web/ui/count.tsx'
import { Menu, MenuButton, MenuLink } from '#kit/web/ui/menu.tsx'
import { VisuallyHidden } from '#kit/web/ui/visually-hidden.tsx'
import { useLateDialog } from '#kit/web/use-late-dialog.tsx'
import type { Case } from '../contract.ts'
import { canCancel, canMoveDates, canReceive, canReportProblem } from '../rules.ts'
import type { CaseDialogsProps } from './case-dialogs.tsx'
import { caseText } from './case-text.ts'
import { type ChangeCaseProps, loadChangeDialog } from './change-case.ts'
import { Receive } from './receive.tsx'
import { casesText } from './text.ts'
import { threadWishes } from './thread-wishes.ts'

/** Fetched when a hand comes near: most visits to a case are to read. */
const loadDialogs = () =>
  Promise.all([import('./case-dialogs.tsx'), loadText(caseText)]).then(([{ CaseDialogs }]) => CaseDialogs)

/** Its impression goes to the laboratory in a bag, or has just gone. */
const isCollected = ({ printType, status }: Case) => printType === 'physical' && status === 'registered'

/** What can be done with a case, beside what is done with its papers. */
export function CaseActions({ known }: { known: Case | undefined }) {
  const { one, number } = useText(casesText)
  const mayOrder = useMay('order')
  const dialogs = useLateDialog<CaseDialogsProps>(loadDialogs)
  const open = (action: CaseDialogsProps['action']) => known && dialogs.open({ action, of: known })
  const change = useLateDialog<ChangeCaseProps>(loadChangeDialog)
  const printLabel = useBagLabel(one.labelFailed)
  const mayCancel = known !== undefined && canCancel(known)
  const { dayOf, today } = useFormat()
  /** By the practice itself, today: it can say that it has not. */
  const wasReceived = known?.status === 'delivered' && known.receivedAt !== null && dayOf(known.receivedAt) === today()
  const intent = { onPointerEnter: dialogs.prepare, onFocus: dialogs.prepare }

  return (
    <>
      {(!known || canReportProblem(known)) && (
        <Button icon="warning" disabled={!known} pending={dialogs.isComing} {...intent} onClick={() => open('problem')}>
          {one.report}
        </Button>
      )}
      {known && canReceive(known) && <Receive cases={[known]} />}
      <Button variant="primary" icon="message" disabled={!known} onClick={threadWishes.goThere}>
        {one.contactLaboratory}
        {known !== undefined && known.messagesCount > 0 && (
          <>
            <Count>
              <span aria-hidden="true">{number(known.messagesCount)}</span>
            </Count>
            <VisuallyHidden>{one.messages(known.messagesCount)}</VisuallyHidden>
          </>
        )}
      </Button>
      {known && (mayOrder || mayCancel || wasReceived || isCollected(known)) && (
        <Menu label={one.otherActions} icon="dots" iconOnly align="end">
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
            <MenuButton icon="calendar" onSelect={() => change.open({ known })}>
              {one.change}
            </MenuButton>
          )}
          {wasReceived && (
            <MenuButton icon="truck" onSelect={() => open('not_received')}>
              {one.notReceived}
            </MenuButton>
          )}
          {mayCancel && (
            <MenuButton icon="close" tone="late" onSelect={() => open('cancel')}>
              {one.cancel}
            </MenuButton>
          )}
        </Menu>
      )}
      {dialogs.dialog}
      {change.dialog}
    </>
  )
}
