import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { PasswordInput } from '#kit/web/ui/password-input.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { dismissFailures, toast } from '#kit/web/ui/toast.ts'
import { useForm } from '#kit/web/use-form.ts'
import { Credentials, longestLogin } from '../input.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { signIn } from './sign-in.ts'
import { authText } from './text.ts'
import { useSessionEnd } from './use-user.ts'

/** Receives the challenge after the right password; null once it is answered or expired. */
export type OnChallenge = (challenge: string | null) => void

/**
 * Uncontrolled fields: text typed before the application started, or filled in by a password manager, is read on submit like the
 * rest.
 */
export function LoginForm({ inForce, onChallenge }: { inForce: boolean; onChallenge: OnChallenge }) {
  const t = useText(authText).login
  const sentence = useProblemText()
  const end = useSessionEnd()
  const form = useForm({
    initial: { login: '', password: '' },
    shape: Credentials,
    sentences: { login: { required: t.identifierRequired }, password: { required: t.passwordRequired } },
    send: signIn,
    done: challenge => {
      dismissFailures()
      onChallenge(challenge)
    },
    failed: () => {
      toast({ tone: 'late', title: t.failed })
      form.focus('password')
    },
    asksBeforeLeaving: false,
  })
  const { failure } = form
  useTitle(inForce ? t.title : null, form.isWrong)

  return (
    <form method="post" {...form.props}>
      {failure !== undefined ? (
        <Notice tone="late" live>
          {sentence(failure, t.refusals)}
        </Notice>
      ) : (
        (end === 'ended' || end === 'unreachable') && <Notice tone="warn">{t[end]}</Notice>
      )}
      <p className="muted small">{t.bothRequired}</p>
      <TextInput
        {...form.text('login')}
        value={undefined}
        label={t.identifier}
        autoComplete="username webauthn"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={longestLogin}
        required
      />
      <PasswordInput
        {...form.text('password')}
        value={undefined}
        label={t.password}
        autoComplete="current-password"
        required
        showLabel={t.showPassword}
        hideLabel={t.hidePassword}
      />
      <Button type="submit" variant="primary" size="lg" wide pending={form.isPending}>
        {t.submit}
      </Button>
      <PasskeyButton />
    </form>
  )
}
