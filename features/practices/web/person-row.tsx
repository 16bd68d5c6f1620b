import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { Menu, MenuButton } from '#kit/web/ui/menu.tsx'
import { Pill } from '#kit/web/ui/pill.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { TwoLines } from '#kit/web/ui/two-lines.tsx'
import { type Person, staffPracticeCalls } from '../contract.ts'
import { practicesText } from './text.ts'

const tones = { active: 'ok', invited: 'info', disabled: 'plain' } as const

/** Whether somebody may come in, and what changes it: each act can be taken back. */
export function PersonRow({ person: { id, name, email, accountType, state } }: { person: Person }) {
  const t = useText(practicesText)
  const sentence = useProblemText()
  const changed = useChanged()
  const params = { id }
  const act = (work: Promise<unknown>, title: string) =>
    void work
      .then(
        () => toast({ title }),
        error => toast({ tone: 'late', title: sentence(error, t.refusals) }),
      )
      .finally(() => void changed('signups'))
  const setAccess = (isDisabled: boolean) => call(staffPracticeCalls.setAccess, { params, body: { isDisabled } })
  return (
    <li>
      <TwoLines sub={`${t.accountType[accountType]} · ${email}`}>{name}</TwoLines>
      <Pill tone={tones[state]}>{t.state[state]}</Pill>
      <Menu label={t.actionsFor(name)} icon="dots" iconOnly variant="bare" align="end">
        {state === 'invited' && (
          <MenuButton onSelect={() => act(call(staffPracticeCalls.invite, { params }), t.invited(email))}>
            {t.invite}
          </MenuButton>
        )}
        {state === 'active' && (
          <MenuButton
            onSelect={() =>
              act(call(staffPracticeCalls.takeSecondFactorAway, { params }), t.secondFactorTakenAway(name))
            }
          >
            {t.takeSecondFactorAway}
          </MenuButton>
        )}
        {state === 'disabled' ? (
          <MenuButton onSelect={() => act(setAccess(false), t.enabled(name))}>{t.enable}</MenuButton>
        ) : (
          <MenuButton tone="late" onSelect={() => act(setAccess(true), t.disabled(name))}>
            {t.disable}
          </MenuButton>
        )}
      </Menu>
    </li>
  )
}
