import { type SubmitEvent, useRef, useState } from 'react'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { PasswordInput } from '#kit/web/ui/password-input.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { dismissFailures, toast } from '#kit/web/ui/toast.ts'
import { signIn } from './sign-in.ts'
import { authText } from './text.ts'
import { useSessionEnd } from './use-user.ts'

type FieldName = 'login' | 'password'

/**
 * The fields keep their own text: what is typed before the application is up, or filled in by a password manager, is
 * read on submit like the rest.
 */
export function LoginForm({ inForce }: { inForce: boolean }) {
  const t = useText(authText).login
  const sentence = useProblemText()
  const end = useSessionEnd()
  const form = useRef<HTMLFormElement>(null)
  const [missing, setMissing] = useState<ReadonlySet<FieldName>>(new Set())
  const [failure, setFailure] = useState<unknown>(null)
  const [pending, setPending] = useState(false)
  useTitle(inForce ? t.title : null, failure !== null || missing.size > 0)

  const focus = (name: FieldName) => form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus()

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (pending) return
    const fields = new FormData(event.currentTarget)
    const login = String(fields.get('login') ?? '')
    const password = String(fields.get('password') ?? '')
    const empty = new Set<FieldName>()
    if (login.trim() === '') empty.add('login')
    if (password === '') empty.add('password')
    setMissing(empty)
    setFailure(null)
    const [first] = empty
    if (first) return focus(first)
    setPending(true)
    signIn(login, password)
      .then(dismissFailures)
      .catch((error: unknown) => {
        setFailure(error)
        toast({ tone: 'late', title: t.failed })
        focus('password')
      })
      .finally(() => setPending(false))
  }

  /** An error stays until its field is right. */
  function mend(name: FieldName, value: string) {
    if (missing.has(name) && value.trim() !== '') setMissing(new Set([...missing].filter(other => other !== name)))
  }

  return (
    <form ref={form} method="post" noValidate onSubmit={submit}>
      {failure !== null ? (
        <Notice tone="late" live>
          {sentence(failure, t.refusals)}
        </Notice>
      ) : (
        (end === 'ended' || end === 'unreachable') && <Notice tone="warn">{t[end]}</Notice>
      )}
      <p className="muted small">{t.bothRequired}</p>
      <TextInput
        label={t.identifier}
        name="login"
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={200}
        required
        error={missing.has('login') && t.identifierRequired}
        onChange={event => mend('login', event.currentTarget.value)}
      />
      <PasswordInput
        label={t.password}
        name="password"
        autoComplete="current-password"
        required
        showLabel={t.showPassword}
        hideLabel={t.hidePassword}
        error={missing.has('password') && t.passwordRequired}
        onChange={event => mend('password', event.currentTarget.value)}
      />
      <Button type="submit" variant="primary" size="lg" wide pending={pending}>
        {t.submit}
      </Button>
    </form>
  )
}
