import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useBrand } from '#features/brand/web/brand-context.tsx'
import { PhoneLink } from '#features/brand/web/phone.tsx'
import { call } from '#kit/web/call.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { Answer } from '#kit/web/ui/answer.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { dismissFailures } from '#kit/web/ui/toast.ts'
import { useForm } from '#kit/web/use-form.ts'
import { Forgotten, longestLogin } from '../input.ts'
import { passwordCalls } from '../password-contract.ts'
import { passwordText } from './password-text.ts'
import { authText } from './text.ts'

/** The button that asked for the form has gone when it comes back. */
const focusField = (form: HTMLFormElement | null) => form?.querySelector('input')?.focus()

/** Requests a link by mail. The text is the same whether or not the login exists. */
export function ForgottenPassword() {
  const words = useText(authText).forgotten
  const { fields, faults, forgotten: t } = useText(passwordText)
  const sentence = useProblemText()
  const { clientServicePhone } = useBrand()
  /** Null once another one is wanted. */
  const [sentFor, setSentFor] = useState<{ login: string; areMailsSent: boolean } | null>()
  // Failed sign-ins are why users come here, so their messages go.
  useEffect(dismissFailures, [])
  // Prefilled from the sign-in form, which stays mounted behind this view.
  const [initial] = useState(() => ({ login: document.querySelector<HTMLInputElement>('[name=login]')?.value ?? '' }))
  const form = useForm({
    initial,
    shape: Forgotten,
    sentences: { login: { required: faults.identifierRequired } },
    send: async body => {
      const { data } = await call(passwordCalls.forget, { body, session: 'none' })
      return { login: body.login, ...data }
    },
    done: setSentFor,
    asksBeforeLeaving: false,
  })
  useTitle(words.title, form.isWrong)
  return (
    <>
      {!sentFor ? (
        <form method="post" {...form.props} ref={sentFor === null ? focusField : undefined}>
          {form.failure !== undefined && (
            <Notice tone="late" live>
              {sentence(form.failure)}
            </Notice>
          )}
          <TextInput
            {...form.text('login')}
            label={fields.identifier}
            autoComplete="username"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            maxLength={longestLogin}
            required
          />
          <Button type="submit" variant="primary" size="lg" wide pending={form.isPending}>
            {t.submit}
          </Button>
        </form>
      ) : (
        <>
          <Answer>
            {sentFor.areMailsSent ? (
              <Notice tone="ok" live title={t.sent(sentFor.login)}>
                {t.sentDetails}
              </Notice>
            ) : (
              <Notice tone="warn" live title={t.notMailed}>
                {t.notMailedDetails} <PhoneLink phone={clientServicePhone} />
              </Notice>
            )}
          </Answer>
          <Button onClick={() => setSentFor(null)}>{t.again}</Button>
        </>
      )}
      <p>
        <Link className="link link--alone" to="/login" search={previous => previous} hash="">
          {t.back}
        </Link>
      </p>
    </>
  )
}
