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
  /** Whether this view sets the page title. */
  inForce?: boolean
}

/** Rare views of the sign-in page, in a chunk of their own. */
export function LateView({ view, link, challenge, onChallenge, inForce = true }: LateViewProps) {
  if (view === 'forgot') return <ForgottenPassword />
  if (view === 'choose') return <ChoosePassword {...{ link, onChallenge }} />
  return challenge && <SecondStep key={challenge} {...{ challenge, onChallenge, inForce }} />
}
