import { type ReactNode, useState } from 'react'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { Menu, MenuButton } from '#kit/web/ui/menu.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { ActDialog } from './act-dialog.tsx'
import { AddressDialog } from './address-dialog.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { accessText } from './use-access-text.ts'

type AccessMenuProps = {
  person: { name: string; email: string; state: 'active' | 'invited' | 'disabled' }
  calls: {
    invite: () => Promise<unknown>
    copyLink: () => Promise<{ path: string }>
    correct: (body: { email: string }) => Promise<unknown>
    withdraw: () => Promise<unknown>
    setAccess: (isDisabled: boolean) => Promise<unknown>
    /** Where there may be one. */
    takeSecondFactorAway: false | (() => Promise<unknown>)
  }
  areMailsSent: boolean
  /** The sentences of what these calls refuse. */
  refusals: Partial<Record<string, string>>
  /** After each of them, also where it was refused: another administrator may have been quicker. */
  onSettled: () => void
  children?: ReactNode
}

/** What the laboratory's administrators may do about whether somebody comes in. */
export function AccessMenu({ person, calls, areMailsSent, refusals, onSettled, children }: AccessMenuProps) {
  const t = useText(accessText)
  const sentence = useProblemText()
  const [shown, setShown] = useState<'link' | 'address' | 'withdrawing' | 'disabling'>()
  const { name, email, state } = person
  const { takeSecondFactorAway } = calls
  const invited = (address: string) =>
    areMailsSent ? { title: t.invited(address) } : { title: t.notMailed(name), description: t.notMailedNext }
  const settling = <T,>(work: Promise<T>) => work.finally(onSettled)
  const act = useAttempt(async (work: () => Promise<unknown>, done: { title: string; description?: string }) => {
    await settling(work()).then(
      () => toast(done),
      error => toast({ tone: 'late', title: t.notDone, description: sentence(error, refusals) }),
    )
  })
  const dialog = { name, refusals, onClose: () => setShown(undefined) }
  return (
    <>
      <Menu label={t.actionsFor(name)} icon="dots" iconOnly variant="bare" align="end">
        {children}
        {state === 'invited' && (
          <>
            <MenuButton pending={act.isPending} onSelect={() => void act.run(calls.invite, invited(email))}>
              {t.invite}
            </MenuButton>
            <MenuButton onSelect={() => setShown('address')}>{t.correct}</MenuButton>
            <MenuButton onSelect={() => setShown('link')}>{t.copy}</MenuButton>
            <MenuButton tone="late" onSelect={() => setShown('withdrawing')}>
              {t.withdraw}
            </MenuButton>
          </>
        )}
        {takeSecondFactorAway && (
          <MenuButton
            pending={act.isPending}
            onSelect={() => void act.run(takeSecondFactorAway, { title: t.secondFactorTakenAway(name) })}
          >
            {t.takeSecondFactorAway}
          </MenuButton>
        )}
        {state === 'disabled' ? (
          <MenuButton
            pending={act.isPending}
            onSelect={() => void act.run(() => calls.setAccess(false), { title: t.enabled(name) })}
          >
            {t.enable}
          </MenuButton>
        ) : (
          <MenuButton tone="late" onSelect={() => setShown('disabling')}>
            {t.disable}
          </MenuButton>
        )}
      </Menu>
      {shown === 'link' && <LinkDialog {...dialog} make={() => settling(calls.copyLink())} />}
      {shown === 'address' && (
        <AddressDialog {...dialog} person={person} send={body => settling(calls.correct(body))} done={invited} />
      )}
      {shown === 'withdrawing' && (
        <ActDialog {...dialog} words={t.withdrawing} act={() => settling(calls.withdraw())} />
      )}
      {shown === 'disabling' && (
        <ActDialog {...dialog} words={t.disabling} act={() => settling(calls.setAccess(true))} />
      )}
    </>
  )
}
