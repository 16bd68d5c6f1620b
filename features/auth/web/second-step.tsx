import { useEffect, useState } from 'react'
import { Problem } from '#kit/problem.ts'
import { call } from '#kit/web/call.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { dismissFailures, toast } from '#kit/web/ui/toast.ts'
import { useForm } from '#kit/web/use-form.ts'
import { TypedCode } from '../second-factor.ts'
import { secondStepCalls } from '../second-factor-contract.ts'
import { session } from './browser-session.ts'
import { CodeInput } from './code-input.tsx'
import type { OnChallenge } from './login-form.tsx'
import { secondStepText } from './second-step-text.ts'

const isRefusal = (error: unknown, code: string) => error instanceof Problem && error.code === code

/** After the right password: a code of the authenticator, or a recovery code. */
export function SecondStep({
  challenge,
  onChallenge,
  inForce,
}: {
  challenge: string
  onChallenge: OnChallenge
  inForce: boolean
}) {
  const t = useText(secondStepText)
  const sentence = useProblemText()
  const [kind, setKind] = useState<'authenticator' | 'recovery'>('authenticator')
  const words = t[kind]
  const form = useForm({
    initial: { code: '' },
    shape: TypedCode,
    sentences: { code: { required: words.required, code_expected: words.expected } },
    refused: error => (isRefusal(error, 'code_wrong') ? { code: words.wrong } : undefined),
    send: async ({ code }) => {
      try {
        return (await call(secondStepCalls.prove, { body: { challenge, code } })).data.token
      } catch (error) {
        if (isRefusal(error, 'challenge_over')) {
          toast({ tone: 'late', title: t.over })
          onChallenge(null)
        }
        throw error
      }
    },
    done: token => {
      dismissFailures()
      session.begin(token)
      onChallenge(null)
    },
    asksBeforeLeaving: false,
  })
  useTitle(inForce ? t.title : null, form.isWrong)
  useEffect(() => document.querySelector<HTMLInputElement>('[name=code]')?.focus(), [])

  function choose(other: typeof kind) {
    form.clear()
    setKind(other)
    form.focus('code')
  }
  return (
    <form method="post" {...form.props}>
      {form.failure !== undefined && (
        <Notice tone="late" live>
          {sentence(form.failure, { challenge_over: t.over })}
        </Notice>
      )}
      <CodeInput {...form.text('code')} kind={kind} label={words.label} hint={words.hint} />
      <Button type="submit" variant="primary" size="lg" wide pending={form.isPending}>
        {t.submit}
      </Button>
      <div className="row">
        <Button variant="bare" onClick={() => choose(kind === 'recovery' ? 'authenticator' : 'recovery')}>
          {words.other}
        </Button>
        <Button variant="bare" onClick={() => onChallenge(null)}>
          {t.back}
        </Button>
      </div>
    </form>
  )
}
