import type { ReactNode } from 'react'
import { useMay } from '#features/auth/web/use-user.ts'
import { useBagLabel } from '#features/deliveries/web/use-bag-label.ts'
import { useFormat } from '#kit/web/format.tsx'
import { later } from '#kit/web/later.tsx'
import { loadText, useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Count } from '#kit/web/ui/count.tsx'
import { Menu } from '#kit/web/ui/menu.tsx'
import { VisuallyHidden } from '#kit/web/ui/visually-hidden.tsx'
import { useLateDialog } from '#kit/web/use-late-dialog.tsx'
import type { Case } from '../contract.ts'
import { canAnswerHold, canCancel, canReceive, canReportProblem, isCollected } from '../rules.ts'
import type { CaseDialogsProps } from './case-dialogs.tsx'
import { caseText } from './case-text.ts'
import { type ChangeCaseProps, loadChangeDialog } from './change-case.ts'
import { Receive } from './receive.tsx'
import { wasReceivedOn } from './received.ts'
import { casesText } from './text.ts'
import { threadWishes } from './thread-wishes.ts'

/** Loaded when the pointer comes near: most visits to a case are to read. */
const loadDialogs = () =>
  Promise.all([import('./case-dialogs.tsx'), loadText(caseText)]).then(([{ CaseDialogs }]) => CaseDialogs)

const CaseOtherActs = later(() => import('./case-other-acts.tsx').then(module => module.CaseOtherActs))

type CaseActionsProps = {
  known: Case | undefined
  /** The actions on its documents. */
  children: ReactNode
}

/** The actions of a case: in words where there is room for them, else its next step and a menu of the others. */
export function CaseActions({ known, children }: CaseActionsProps) {
  const { one, number } = useText(casesText)
  const mayOrder = useMay('order')
  const dialogs = useLateDialog<CaseDialogsProps>(loadDialogs)
  const open = (action: CaseDialogsProps['action']) => known && dialogs.open({ action, of: known })
  const change = useLateDialog<ChangeCaseProps>(loadChangeDialog)
  const printLabel = useBagLabel(one.labelFailed)
  const { dayOf, today } = useFormat()
  const intent = { onPointerEnter: dialogs.prepare, onFocus: dialogs.prepare }
  const mayReceive = known !== undefined && canReceive(known)
  const hasOthers = (one: Case) => mayOrder || canCancel(one) || isCollected(one) || wasReceivedOn(today(), one, dayOf)

  return (
    <>
      <div className="page-head__aside">
        {children}
        {(!known || canReportProblem(known)) && (
          <Button
            icon="warning"
            disabled={!known}
            pending={dialogs.isComing}
            {...intent}
            onClick={() => open('problem')}
          >
            {one.report}
          </Button>
        )}
      </div>
      {mayReceive && <Receive cases={[known]} variant="primary" />}
      <div className={mayReceive ? 'page-head__aside' : 'page-head__next'}>
        <Button
          // No id in the first picture: there is nothing to press yet.
          id={known && 'contact-laboratory'}
          // An open question is answered first, what has left is received.
          variant={known && (canAnswerHold(known) || mayReceive) ? undefined : 'primary'}
          icon="message"
          disabled={!known}
          onClick={threadWishes.goThere}
        >
          {one.contactLaboratory}
          {known && known.messagesCount > 0 && (
            <>
              <Count>
                <span aria-hidden="true">{number(known.messagesCount)}</span>
              </Count>
              <VisuallyHidden>{one.messages(known.messagesCount)}</VisuallyHidden>
            </>
          )}
        </Button>
      </div>
      {known && (
        <div className={hasOthers(known) ? 'case__others' : 'case__narrow'}>
          <Menu label={one.otherActions} icon="dots" iconOnly align="end">
            <CaseOtherActs {...{ known, open, printLabel }} change={() => change.open({ known })} />
          </Menu>
        </div>
      )}
      {dialogs.dialog}
      {change.dialog}
    </>
  )
}
