import { ChoosePassword } from './choose-password.tsx'
import { ForgottenPassword } from './forgotten-password.tsx'
import type { Link } from './link.ts'
import type { OnChallenge } from './login-form.tsx'
import { SecondStep } from './second-step.tsx'

export type LateViewProps = {
  view: 'forgot' | 'choose' | 'code'
  link: Link | null
  challenge: string | null
  onChallenge: OnChallenge
  /** Whether the title of the page says which one it is. */
  inForce?: boolean
}

/** The views of the sign-in page that most visits never see, in a file of their own. */
export function LateView({ view, link, challenge, onChallenge, inForce = true }: LateViewProps) {
  if (view === 'forgot') return <ForgottenPassword />
  if (view === 'choose') return <ChoosePassword {...{ link, onChallenge }} />
  return challenge && <SecondStep key={challenge} {...{ challenge, onChallenge, inForce }} />
}
