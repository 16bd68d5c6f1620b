import type { ReactNode } from 'react'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Menu, MenuButton } from '#kit/web/ui/menu.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { useLateDialog } from '#kit/web/use-late-dialog.tsx'
import type { AccessDialogsProps } from './access-dialogs.tsx'
import { accessText } from './access-text.ts'

const loadDialogs = async () => (await import('./access-dialogs.tsx')).AccessDialogs

type AccessMenuProps = {
  person: AccessDialogsProps['person'] & { state: 'active' | 'invited' | 'disabled' }
  calls: Omit<AccessDialogsProps['calls'], 'takeSecondFactorAway'> & {
    invite: () => Promise<unknown>
    /** False if they have none. */
    takeSecondFactorAway: false | (() => Promise<unknown>)
  }
  areMailsSent: boolean
  /** The invitation's link is shown beside the menu, where there is room for it. */
  isLinkBeside?: boolean
  /** Sentences for refusals of these calls. */
  refusals: Partial<Record<string, string>>
  /** Called after each action, even if refused: another administrator may have been quicker. */
  onSettled: () => void
  children?: ReactNode
}

/** Actions of the laboratory's administrators on a user's access. */
export function AccessMenu({
  person,
  calls,
  areMailsSent,
  isLinkBeside = false,
  refusals,
  onSettled,
  children,
}: AccessMenuProps) {
  const t = useText(accessText)
  const sentence = useProblemText()
  const dialogs = useLateDialog<AccessDialogsProps>(loadDialogs)
  const { name, email, state } = person
  const { takeSecondFactorAway } = calls
  const invited = (address: string) =>
    areMailsSent
      ? { title: t.invited(address) }
      : { title: t.notMailed(name), description: isLinkBeside ? t.linkBesideNext : t.notMailedNext }
  const settling = <T,>(work: Promise<T>) => work.finally(onSettled)
  const act = useAttempt(async (work: () => Promise<unknown>, done: { title: string; description?: string }) => {
    await settling(work()).then(
      () => toast(done),
      error => toast({ tone: 'late', title: t.notDone, description: sentence(error, refusals) }),
    )
  })
  const settled: AccessDialogsProps['calls'] = {
    copyLink: () => settling(calls.copyLink()),
    correct: body => settling(calls.correct(body)),
    withdraw: () => settling(calls.withdraw()),
    setAccess: (isDisabled, casesTo) => settling(calls.setAccess(isDisabled, casesTo)),
    ...(takeSecondFactorAway && { takeSecondFactorAway: () => settling(takeSecondFactorAway()) }),
  }
  const show = (shown: AccessDialogsProps['shown']) =>
    dialogs.open({ shown, person, calls: settled, refusals, invited })
  return (
    <>
      {isLinkBeside && state === 'invited' && (
        <Button aria-label={t.copyFor(name)} onPointerEnter={dialogs.prepare} onClick={() => show('link')}>
          {t.copy}
        </Button>
      )}
      <Menu label={t.actionsFor(name)} icon="dots" iconOnly variant="bare" align="end">
        {children}
        {state === 'invited' && (
          <>
            <MenuButton pending={act.isPending} onSelect={() => void act.run(calls.invite, invited(email))}>
              {t.invite}
            </MenuButton>
            <MenuButton onSelect={() => show('address')}>{t.correct}</MenuButton>
            {!isLinkBeside && <MenuButton onSelect={() => show('link')}>{t.copy}</MenuButton>}
            <MenuButton tone="late" onSelect={() => show('withdrawing')}>
              {t.withdraw}
            </MenuButton>
          </>
        )}
        {takeSecondFactorAway && (
          <MenuButton tone="late" onSelect={() => show('takingSecondFactorAway')}>
            {t.takeSecondFactorAway}
          </MenuButton>
        )}
        {state === 'disabled' ? (
          <MenuButton
            pending={act.isPending}
            onSelect={() => void act.run(() => calls.setAccess(false, null), { title: t.enabled(name) })}
          >
            {t.enable}
          </MenuButton>
        ) : (
          <MenuButton tone="late" onSelect={() => show('disabling')}>
            {t.disable}
          </MenuButton>
        )}
      </Menu>
      {dialogs.dialog}
    </>
  )
}
