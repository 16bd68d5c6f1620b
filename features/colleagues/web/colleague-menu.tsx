import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { Menu, MenuButton } from '#kit/web/ui/menu.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { type Colleague, colleagueCalls } from '../contract.ts'
import type { ColleagueDialogsProps } from './colleague-dialogs.tsx'
import { nameOf } from './name.ts'
import { colleaguesText } from './text.ts'
import { useMailing } from './use-mailing.ts'

type ColleagueMenuProps = {
  colleague: Colleague
  dialogs: { prepare: () => void; open: (props: ColleagueDialogsProps) => void }
}

export function ColleagueMenu({ colleague, dialogs }: ColleagueMenuProps) {
  const t = useText(colleaguesText)
  const sentence = useProblemText()
  const changed = useChanged()
  const mailing = useMailing()
  const { id, state } = colleague
  const name = nameOf(colleague)
  // Also after a refusal: another manager may have been quicker.
  const act = useAttempt(async (work: () => Promise<unknown>, done: { title: string; description: string }) => {
    try {
      await work()
      toast(done)
    } catch (error) {
      toast({ tone: 'late', title: t.notDone, description: sentence(error, t.refusals) })
    }
    void changed('colleagues')
  })
  const enable = () => call(colleagueCalls.change, { params: { id }, body: { isDisabled: false } })
  const inviteAgain = () => call(colleagueCalls.inviteAgain, { params: { id } })
  return (
    <Menu label={t.actions(name)} icon="dots" iconOnly variant="bare" align="end">
      <MenuButton icon="gear" onSelect={() => dialogs.open({ changing: colleague })}>
        {t.acts.change}
      </MenuButton>
      {state === 'invited' && (
        <MenuButton
          icon="mail"
          pending={act.isPending}
          onSelect={() => void act.run(inviteAgain, { title: t.invitedAgain(name), description: mailing.invitedAgain })}
        >
          {t.acts.inviteAgain}
        </MenuButton>
      )}
      {state === 'invited' && (
        <>
          <MenuButton icon="mail" onSelect={() => dialogs.open({ correcting: colleague })}>
            {t.acts.correct}
          </MenuButton>
          <MenuButton icon="close" tone="late" onSelect={() => dialogs.open({ withdrawing: colleague })}>
            {t.acts.withdraw}
          </MenuButton>
        </>
      )}
      {state === 'disabled' ? (
        <MenuButton
          icon="check"
          pending={act.isPending}
          onSelect={() => void act.run(enable, { title: t.enabled(name), description: t.enabledNext })}
        >
          {t.acts.enable}
        </MenuButton>
      ) : (
        <MenuButton icon="pause" tone="late" onSelect={() => dialogs.open({ disabling: colleague })}>
          {t.acts.disable}
        </MenuButton>
      )}
    </Menu>
  )
}
