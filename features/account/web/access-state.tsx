import { useText } from '#kit/web/text.tsx'
import { Pill } from '#kit/web/ui/pill.tsx'
import { accessLooks, shownState } from './access-look.ts'
import { accessText } from './access-text.ts'

type AccessStateProps = { state: 'active' | 'invited' | 'disabled'; invitedUntil: string | null }

/** A user's access state. */
export function AccessState({ state, invitedUntil }: AccessStateProps) {
  const t = useText(accessText)
  const shown = shownState(state, invitedUntil)
  return <Pill {...accessLooks[shown]}>{t.state[shown]}</Pill>
}
