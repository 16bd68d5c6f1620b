import { AccessMenu } from '#features/account/web/access-menu.tsx'
import { InvitedUntil } from '#features/account/web/access-notices.tsx'
import { AccessState } from '#features/account/web/access-state.tsx'
import { roleOf } from '#features/colleagues/rules.ts'
import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { useText } from '#kit/web/text.tsx'
import { MenuButton } from '#kit/web/ui/menu.tsx'
import { TwoLines } from '#kit/web/ui/two-lines.tsx'
import { type Person, staffPracticeCalls } from '../contract.ts'
import { practicesText } from './text.ts'
import { usePeopleDialogs } from './use-people-dialogs.ts'

/** A person with their access state and its actions. */
export function PersonRow({ person, areMailsSent }: { person: Person; areMailsSent: boolean }) {
  const t = useText(practicesText)
  const changed = useChanged()
  const dialogs = usePeopleDialogs()
  const { id, name, email, isDLCPM, state, invitedUntil, mail, hasSecondFactor } = person
  const params = { id }
  return (
    <li>
      <div>
        <TwoLines sub={`${t.roles[roleOf(person)]}${isDLCPM ? ' · DLCPM' : ''} · ${email}`}>{name}</TwoLines>
        {state === 'invited' && <InvitedUntil {...{ invitedUntil, mail }} />}
      </div>
      <AccessState {...{ state, invitedUntil }} />
      <div className="row">
        <AccessMenu
          person={person}
          areMailsSent={areMailsSent}
          isLinkBeside
          refusals={t.refusals}
          onSettled={() => void changed('signups')}
          calls={{
            invite: () => call(staffPracticeCalls.invite, { params }),
            copyLink: async () => (await call(staffPracticeCalls.copyLink, { params })).data,
            correct: body => call(staffPracticeCalls.correct, { params, body }),
            withdraw: () => call(staffPracticeCalls.withdraw, { params }),
            setAccess: isDisabled => call(staffPracticeCalls.setAccess, { params, body: { isDisabled } }),
            takeSecondFactorAway: hasSecondFactor && (() => call(staffPracticeCalls.takeSecondFactorAway, { params })),
          }}
        >
          <MenuButton onSelect={() => dialogs.open({ changing: person })}>{t.page.changeRole}</MenuButton>
        </AccessMenu>
      </div>
      {dialogs.dialog}
    </li>
  )
}
