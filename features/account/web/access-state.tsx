import { useText } from '#kit/web/text.tsx'
import { Pill } from '#kit/web/ui/pill.tsx'
import { accessText } from './access-text.ts'

const looks = {
  active: { tone: 'ok', icon: 'check' },
  invited: { tone: 'info', icon: 'mail' },
  toInvite: { tone: 'warn', icon: 'mail' },
  disabled: { tone: 'plain', icon: 'pause' },
} as const

type AccessStateProps = { state: 'active' | 'invited' | 'disabled'; invitedUntil: string | null }

/** Whether somebody may come in: who has no password is invited as long as the link holds, and to be invited otherwise. */
export function AccessState({ state, invitedUntil }: AccessStateProps) {
  const t = useText(accessText)
  const shown = state === 'invited' && invitedUntil === null ? 'toInvite' : state
  return <Pill {...looks[shown]}>{t.state[shown]}</Pill>
}
