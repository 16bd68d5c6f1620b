import { useMay } from '#features/auth/web/use-user.ts'
import { loadText, useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Count } from '#kit/web/ui/count.tsx'
import { Menu, MenuButton, MenuLink } from '#kit/web/ui/menu.tsx'
import { VisuallyHidden } from '#kit/web/ui/visually-hidden.tsx'
import { useLateDialog } from '#kit/web/use-late-dialog.tsx'
import type { Case } from '../contract.ts'
import { canCancel, canReportProblem } from '../rules.ts'
import type { CaseDialogsProps } from './case-dialogs.tsx'
import { caseText } from './case-text.ts'
import { casesText } from './text.ts'

/** Fetched when a hand comes near: most visits to a case are to read. */
const loadDialogs = () =>
  Promise.all([import('./case-dialogs.tsx'), loadText(caseText)]).then(([{ CaseDialogs }]) => CaseDialogs)

/** What can be done with a case, beside what is done with its papers. */
export function CaseActions({ known }: { known: Case | undefined }) {
  const { one, number } = useText(casesText)
  const mayOrder = useMay('order')
  const dialogs = useLateDialog<CaseDialogsProps>(loadDialogs)
  const open = (action: CaseDialogsProps['action']) => known && dialogs.open({ action, of: known })
  const mayCancel = known !== undefined && canCancel(known)
  const intent = { onPointerEnter: dialogs.prepare, onFocus: dialogs.prepare }

  return (
    <>
      {(!known || canReportProblem(known)) && (
        <Button icon="warning" disabled={!known} {...intent} onClick={() => open('problem')}>
          {one.report}
        </Button>
      )}
      <Button
        variant="primary"
        icon="message"
        disabled={!known}
        pending={dialogs.isComing}
        {...intent}
        onClick={() => open('messages')}
      >
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
      {known && (mayOrder || mayCancel) && (
        <Menu label={one.otherActions} icon="dots" iconOnly align="end">
          {mayOrder && (
            <MenuLink to="/cases/new" state={{ repeats: known.id }} icon="refresh">
              {one.repeat}
            </MenuLink>
          )}
          {mayCancel && (
            <MenuButton icon="close" tone="late" onSelect={() => open('cancel')}>
              {one.cancel}
            </MenuButton>
          )}
        </Menu>
      )}
      {dialogs.dialog}
    </>
  )
}
