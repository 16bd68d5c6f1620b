import { lazy, Suspense, useState, useTransition } from 'react'
import { useMay } from '#features/auth/web/use-user.ts'
import { loadText, useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Count } from '#kit/web/ui/count.tsx'
import { Menu, MenuButton, MenuLink } from '#kit/web/ui/menu.tsx'
import { VisuallyHidden } from '#kit/web/ui/visually-hidden.tsx'
import type { Case } from '../contract.ts'
import { canCancel, canReportProblem } from '../rules.ts'
import type { CaseAction } from './case-dialogs.tsx'
import { caseText } from './case-text.ts'
import { casesText } from './text.ts'

/** Fetched when a hand comes near: most visits to a case are to read. */
const fetchDialogs = () => Promise.all([import('./case-dialogs.tsx'), loadText(caseText)])
const CaseDialogs = lazy(() => fetchDialogs().then(([{ CaseDialogs }]) => ({ default: CaseDialogs })))

function prepare() {
  // Somebody else says so when it fails: whoever presses the button.
  fetchDialogs().catch(() => undefined)
}

/** What can be done with a case, beside what is done with its papers. */
export function CaseActions({ known }: { known: Case | undefined }) {
  const { one, number } = useText(casesText)
  const mayOrder = useMay('order')
  const [action, setAction] = useState<CaseAction>()
  const [isComing, startTransition] = useTransition()
  // The button stays as it is until what it opens is there.
  const open = (next: CaseAction) => startTransition(() => setAction(next))
  const mayCancel = known !== undefined && canCancel(known)
  const intent = { onPointerEnter: prepare, onFocus: prepare }

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
        pending={isComing}
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
      <Suspense fallback={null}>
        {known && action && <CaseDialogs action={action} known={known} onClose={() => setAction(undefined)} />}
      </Suspense>
    </>
  )
}
