import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { Menu, MenuButton } from '#kit/web/ui/menu.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { staffRoles } from '#tenancy/rights.ts'
import { staffTeamCalls, type TeamMember } from '../contract.ts'
import { staffTeamText } from './staff-text.ts'

/** What changes whether and as what somebody comes in: each act can be taken back. */
export function MemberMenu({
  member: { id, name, email, role, state, hasSecondFactor, isOwn },
}: {
  member: TeamMember
}) {
  const t = useText(staffTeamText)
  const sentence = useProblemText()
  const changed = useChanged()
  const params = { id }
  const act = (work: Promise<unknown>, title: string) =>
    void work
      .then(
        () => toast({ title }),
        error => toast({ tone: 'late', title: sentence(error, t.refusals) }),
      )
      .finally(() => void changed('staff'))
  const setAccess = (isDisabled: boolean) => call(staffTeamCalls.setAccess, { params, body: { isDisabled } })
  return (
    <Menu label={t.actionsFor(name)} icon="dots" iconOnly variant="bare" align="end">
      {state === 'invited' && (
        <MenuButton onSelect={() => act(call(staffTeamCalls.inviteAgain, { params }), t.invited(email))}>
          {t.invite}
        </MenuButton>
      )}
      {staffRoles
        .filter(other => other !== role)
        .map(other => (
          <MenuButton
            key={other}
            onSelect={() =>
              act(call(staffTeamCalls.setRole, { params, body: { role: other } }), t.changed(name, t.roles[other]))
            }
          >
            {t.makeRole(t.roles[other])}
          </MenuButton>
        ))}
      {hasSecondFactor && !isOwn && (
        <MenuButton
          onSelect={() => act(call(staffTeamCalls.takeSecondFactorAway, { params }), t.secondFactorTakenAway(name))}
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
  )
}
