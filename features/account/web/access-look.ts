import type { IconName } from '#kit/web/ui/icon.tsx'
import type { Tone } from '#kit/web/ui/pill.tsx'

type State = 'active' | 'invited' | 'disabled'

/** Users without a password are "invited" while their link is valid, afterwards "to invite". */
export const shownState = (state: State, invitedUntil: string | null): State | 'toInvite' =>
  state === 'invited' && invitedUntil === null ? 'toInvite' : state

export const accessLooks: Record<ReturnType<typeof shownState>, { tone: Tone; icon: IconName }> = {
  active: { tone: 'ok', icon: 'check' },
  invited: { tone: 'info', icon: 'mail' },
  toInvite: { tone: 'warn', icon: 'mail' },
  disabled: { tone: 'plain', icon: 'pause' },
}
