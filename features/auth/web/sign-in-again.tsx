import { useEffect, useState } from 'react'
import { PhoneHelp } from '#features/brand/web/phone.tsx'
import { call } from '#kit/web/call.ts'
import { kitText } from '#kit/web/kit-text.ts'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Dialog } from '#kit/web/ui/dialog.tsx'
import { authCalls } from '../contract.ts'
import { session } from './browser-session.ts'
import { LateView } from './late-views.ts'
import { LoginForm } from './login-form.tsx'
import { authText } from './text.ts'
import type { SignedInUser } from './token.ts'

/** Sign-in dialog over the hidden screen of a user whose session ended while they were writing. */
export function SignInAgain({ user: { firstName, lastName }, onGiveUp }: { user: SignedInUser; onGiveUp: () => void }) {
  const { login } = useText(authText)
  const { common } = useText(kitText)
  const [challenge, setChallenge] = useState<string | null>(null)
  const [closings, setClosings] = useState(0)
  useTryingAgain()
  return (
    <Dialog
      // A second Escape closes it without asking, so it is remounted.
      key={closings}
      open
      onBeforeClose={() => false}
      onClose={() => setClosings(count => count + 1)}
      size="sm"
      title={login.title}
      description={`${firstName} ${lastName}`}
      footer={<Button onClick={onGiveUp}>{common.confirmDirtyDialogLeave}</Button>}
    >
      <div className="sign-in-again stack">
        {challenge ? (
          <LateView view="code" link={null} inForce={false} {...{ challenge }} onChallenge={setChallenge} />
        ) : (
          <LoginForm inForce={false} onChallenge={setChallenge} />
        )}
        {/* In a new tab: signing in there signs in this tab too. */}
        <a className="link link--alone" href="/login#forgot" target="_blank" rel="noreferrer">
          {login.forgotten}
        </a>
        <p className="muted small">
          <PhoneHelp />
        </p>
      </div>
    </Dialog>
  )
}

const pause = 5_000

/** If only the server was unreachable, the session may still be valid: retries until it answers. */
function useTryingAgain() {
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    async function tryAgain() {
      if (session.end() !== 'unreachable') return
      const { data } = await call(authCalls.refresh, { session: 'none', signal })
      // A sign-in meanwhile, in any tab, has a newer session.
      if (!signal.aborted && !session.user()) session.begin(data.token)
    }
    const quietly = () => void tryAgain().catch(() => undefined)
    const timer = setInterval(quietly, pause)
    addEventListener('online', quietly, { signal })
    return () => {
      clearInterval(timer)
      stop.abort()
    }
  }, [])
}
