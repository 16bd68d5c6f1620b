import { accessText } from '#features/account/web/access-text.ts'
import { InvitationDialog } from '#features/colleagues/web/invitation-dialog.tsx'
import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { useText } from '#kit/web/text.tsx'
import { type Person, staffPracticeCalls } from '../contract.ts'
import { MemberRoleDialog } from './member-role-dialog.tsx'
import { practicesText } from './text.ts'

/** A person whose role changes, or the practice to which somebody is invited. */
export type PeopleDialogsProps =
  | { changing: Person }
  | { inviting: { id: string; name: string; areMailsSent: boolean } }

/** In one chunk, loaded when the pointer comes near. */
export function PeopleDialogs({ onClose, ...shown }: PeopleDialogsProps & { onClose: () => void }) {
  const { page, refusals } = useText(practicesText)
  const access = useText(accessText)
  const changed = useChanged()
  // Also after a refusal: somebody else may have been quicker.
  const settling = <T,>(work: Promise<T>) => work.finally(() => void changed('signups'))
  if ('changing' in shown) {
    const params = { id: shown.changing.id }
    return (
      <MemberRoleDialog
        person={shown.changing}
        send={body => settling(call(staffPracticeCalls.setRole, { params, body }))}
        onClose={onClose}
      />
    )
  }
  const { id, name, areMailsSent } = shown.inviting
  const { title, description, submit, done } = page.inviting
  return (
    <InvitationDialog
      words={{ title: title(name), description: areMailsSent ? description : access.linkBesideNext, submit }}
      send={(body, key) => settling(call(staffPracticeCalls.add, { params: { id }, body, key }))}
      done={(name, address) =>
        areMailsSent
          ? { title: done(name), description: access.invited(address) }
          : { title: access.notMailed(name), description: access.linkBesideNext }
      }
      {...{ refusals, onClose }}
    />
  )
}
