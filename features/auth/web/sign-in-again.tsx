import { useEffect, useState } from 'react'
import { kitText } from '#kit/web/kit-text.ts'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Dialog } from '#kit/web/ui/dialog.tsx'
import { LateView } from './late-views.ts'
import { LoginForm } from './login-form.tsx'
import { authText } from './text.ts'
import type { SignedInUser } from './token.ts'

/** Over the screen on which somebody was writing as the session ended, which nobody sees until they are back. */
export function SignInAgain({ user: { firstName, lastName }, onGiveUp }: { user: SignedInUser; onGiveUp: () => void }) {
  const { login } = useText(authText)
  const { common } = useText(kitText)
  const [challenge, setChallenge] = useState<string | null>(null)
  const [closings, setClosings] = useState(0)
  useEffect(() => {
    const { title } = document
    return () => {
      document.title = title
    }
  }, [])
  return (
    <Dialog
      // A browser closes it at the second Escape, without asking.
      key={closings}
      open
      onBeforeClose={() => false}
      onClose={() => setClosings(count => count + 1)}
      size="sm"
      title={login.title}
      description={`${firstName} ${lastName}`}
      footer={<Button onClick={onGiveUp}>{common.confirmDirtyDialogLeave}</Button>}
    >
      <div className="sign-in-again">
        {challenge ? (
          <LateView view="code" link={null} {...{ challenge }} onChallenge={setChallenge} />
        ) : (
          <LoginForm inForce={false} onChallenge={setChallenge} />
        )}
      </div>
    </Dialog>
  )
}
