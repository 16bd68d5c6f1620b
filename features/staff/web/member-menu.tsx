import { useState } from 'react'
import { AccessMenu } from '#features/account/web/access-menu.tsx'
import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { useText } from '#kit/web/text.tsx'
import { MenuButton } from '#kit/web/ui/menu.tsx'
import { staffTeamCalls, type TeamMember } from '../contract.ts'
import { worksOnCases } from '../rules.ts'
import { RoleDialog } from './role-dialog.tsx'
import { staffTeamText } from './staff-text.ts'

type MemberMenuProps = { member: TeamMember; team: readonly TeamMember[]; areMailsSent: boolean }

export function MemberMenu({ member, team, areMailsSent }: MemberMenuProps) {
  const t = useText(staffTeamText)
  const changed = useChanged()
  const [isChangingRole, setChangingRole] = useState(false)
  const params = { id: member.id }
  const heirs = heirsOf(member, team)
  return (
    <>
      <AccessMenu
        person={{ ...member, heirs }}
        areMailsSent={areMailsSent}
        refusals={t.refusals}
        onSettled={() => void changed('staff')}
        calls={{
          invite: () => call(staffTeamCalls.inviteAgain, { params }),
          copyLink: async () => (await call(staffTeamCalls.copyLink, { params })).data,
          correct: body => call(staffTeamCalls.correct, { params, body }),
          withdraw: () => call(staffTeamCalls.withdraw, { params }),
          setAccess: (isDisabled, casesTo) => call(staffTeamCalls.setAccess, { params, body: { isDisabled, casesTo } }),
          takeSecondFactorAway: member.hasSecondFactor && (() => call(staffTeamCalls.takeSecondFactorAway, { params })),
        }}
      >
        <MenuButton onSelect={() => setChangingRole(true)}>{t.changeRole}</MenuButton>
      </AccessMenu>
      {isChangingRole && <RoleDialog {...{ member, heirs }} onClose={() => setChangingRole(false)} />}
    </>
  )
}

/** Other staff who work on cases. */
const heirsOf = (member: TeamMember, team: readonly TeamMember[]) =>
  team.filter(({ id, role, state }) => id !== member.id && state !== 'disabled' && worksOnCases(role))
