import { useText } from '#kit/web/text.tsx'
import { Pill } from '#kit/web/ui/pill.tsx'
import type { SignupRequest } from '../contract.ts'
import { staffSignupText } from './staff-text.ts'

const looks = {
  waiting: { tone: 'info', icon: 'clock' },
  approved: { tone: 'ok', icon: 'check' },
  refused: { tone: 'plain', icon: 'close' },
} as const

export function SignupState({ state }: Pick<SignupRequest, 'state'>) {
  return <Pill {...looks[state]}>{useText(staffSignupText).state[state]}</Pill>
}
