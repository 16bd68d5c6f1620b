import { Link as RouterLink, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Reply } from '#kit/contract.ts'
import { Problem } from '#kit/problem.ts'
import { call } from '#kit/web/call.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useLanguage, useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { Button, buttonClass } from '#kit/web/ui/button.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { Spinner } from '#kit/web/ui/spinner.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useForm } from '#kit/web/use-form.ts'
import { TypedPassword } from '../new-password.ts'
import { passwordCalls } from '../password-contract.ts'
import { session } from './browser-session.ts'
import { dropLink, endLink, type Link } from './link.ts'
import type { OnChallenge } from './login-form.tsx'
import { NewPasswordFields, usePasswordSentences, weakPassword } from './new-password-fields.tsx'
import { passwordText } from './password-text.ts'
import { signIn } from './sign-in.ts'
import { authText } from './text.ts'
import { presentUser } from './use-user.ts'

type Whose = Reply<typeof passwordCalls.look>['data']

const isOver = (error: unknown) => error instanceof Problem && error.status === 404

/** Choosing a password with a link from a mail, then signing in with it. */
export function ChoosePassword({ link, onChallenge }: { link: Link | null; onChallenge: OnChallenge }) {
  const { choose: t } = useText(passwordText)
  const words = useText(authText).choose[link?.purpose ?? 'reset']
  const [tries, setTries] = useState(0)
  useTitle(words.title)
  if (!link)
    return (
      <>
        <Notice tone="warn">{t.lost}</Notice>
        <AskAgain />
      </>
    )
  if (link.purpose === 'over') return <LinkOver login={link.login} />
  return <WithLink key={`${link.token} ${tries}`} {...{ link, onChallenge }} onRetry={() => setTries(tries + 1)} />
}

function WithLink({ link, onChallenge, onRetry }: { link: Link; onChallenge: OnChallenge; onRetry: () => void }) {
  const { choose: t } = useText(passwordText)
  const sentence = useProblemText()
  const [whose, setWhose] = useState<Whose>()
  const [error, setError] = useState<unknown>()
  const { token } = link

  useEffect(() => {
    const leaving = new AbortController()
    call(passwordCalls.look, { body: { token }, session: 'none', signal: leaving.signal }).then(
      ({ data }) => setWhose(data),
      (failure: unknown) => {
        if (leaving.signal.aborted) return
        if (isOver(failure)) endLink(link)
        else setError(failure)
      },
    )
    return () => leaving.abort()
  }, [link, token])

  if (whose) return <PasswordForm {...{ link, whose, onChallenge }} />
  if (error === undefined) return <Spinner label={t.loading} />
  return (
    <>
      <Notice tone="late" live>
        {sentence(error)}
      </Notice>
      <Button onClick={onRetry}>{t.retry}</Button>
    </>
  )
}

type PasswordFormProps = { link: Link; whose: Whose; onChallenge: OnChallenge }

function PasswordForm({ link, whose: { login, purpose }, onChallenge }: PasswordFormProps) {
  const { token } = link
  const { fields, choose: t } = useText(passwordText)
  const { faults, refusals } = usePasswordSentences()
  const words = useText(authText).choose[purpose]
  const sentence = useProblemText()
  const language = useLanguage()
  const navigate = useNavigate()
  const form = useForm({
    initial: { password: '', confirmation: '' },
    shape: TypedPassword,
    sentences: { password: faults.new, confirmation: faults.confirmation },
    refused: error => weakPassword(error, 'password', refusals),
    send: async ({ password }) => {
      await call(passwordCalls.choose, { body: { token, password, language }, session: 'none' }).catch(
        (error: unknown) => {
          if (isOver(error)) endLink({ ...link, login })
          throw error
        },
      )
      // Whoever was signed in here is signed out first; if signing in fails now, the user does so in the form.
      if (presentUser()) await session.leave().catch(() => undefined)
      return signIn({ login, password }).catch(() => null)
    },
    done: challenge => {
      onChallenge(challenge)
      toast({ title: t.done })
      dropLink()
      void navigate({ to: '/login', search: previous => previous, hash: '', replace: true })
    },
    asksBeforeLeaving: false,
  })
  useTitle(words.title, form.isWrong)
  return (
    <form method="post" {...form.props}>
      {form.failure !== undefined && (
        <Notice tone="late" live>
          {sentence(form.failure)}
        </Notice>
      )}
      <TextInput label={fields.identifier} value={login} name="username" autoComplete="username" readOnly />
      <NewPasswordFields password={form.text('password')} confirmation={form.text('confirmation')} />
      <Button type="submit" variant="primary" size="lg" wide pending={form.isPending}>
        {t.submit}
      </Button>
    </form>
  )
}

/** A link that is opened again is usually its owner's, who has an account by now and can sign in. */
function LinkOver({ login = '' }: { login?: string | undefined }) {
  const { choose: t } = useText(passwordText)
  // Prefills the login in the sign-in form behind this view, where the view for requesting a link reads it too.
  useEffect(() => {
    const field = document.querySelector<HTMLInputElement>('[name=login]')
    // The router keeps reserved characters escaped: `@` is still %40.
    if (field && !field.value) field.value = new URLSearchParams(`login=${login}`).get('login') ?? ''
  }, [login])
  return (
    <>
      <Notice tone="warn" live>
        {t.over}
      </Notice>
      <RouterLink className={buttonClass({ variant: 'primary', size: 'lg', wide: true })} to="/login" search hash="">
        {t.signIn}
      </RouterLink>
      <AskAgain />
    </>
  )
}

function AskAgain() {
  const { choose: t } = useText(passwordText)
  return (
    <p>
      <RouterLink className="link link--alone" to="/login" search={previous => previous} hash="forgot">
        {t.askAgain}
      </RouterLink>
    </p>
  )
}
