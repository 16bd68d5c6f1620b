import { useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Problem } from '#kit/problem.ts'
import { call } from '#kit/web/call.ts'
import { later } from '#kit/web/later.tsx'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { PasswordInput } from '#kit/web/ui/password-input.tsx'
import { BlockSkeleton } from '#kit/web/ui/skeleton.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useForm } from '#kit/web/use-form.ts'
import { TypedPasswordChange } from '../new-password.ts'
import { passwordCalls } from '../password-contract.ts'
import { NewPasswordFields, usePasswordSentences, weakPassword } from './new-password-fields.tsx'
import { passwordText } from './password-text.ts'
import { sessionList } from './queries.ts'
import { SecondFactorCard } from './second-factor-card.tsx'
import './security-section.css'
import { SessionList } from './session-list.tsx'

const PasskeyList = later(() => import('./passkey-list.tsx').then(module => module.PasskeyList), {
  when: 'drawn',
  meanwhile: BlockSkeleton,
})

/** Sign-in methods and sessions, for practices and staff. `screen`: the title of the surrounding screen. */
export function SecuritySection({ screen }: { screen: string }) {
  return (
    <Suspense fallback={<BlockSkeleton />}>
      <PasswordCard screen={screen} />
      <PasskeyList />
      <SecondFactorCard />
      <SessionList />
    </Suspense>
  )
}

function PasswordCard({ screen }: { screen: string }) {
  const { fields, security: t, faults: said } = useText(passwordText)
  const { faults, refusals } = usePasswordSentences()
  const sentence = useProblemText()
  const queries = useQueryClient()
  const form = useForm({
    initial: { currentPassword: '', newPassword: '', confirmation: '' },
    shape: TypedPasswordChange,
    sentences: {
      currentPassword: { required: said.currentRequired },
      newPassword: faults.new,
      confirmation: faults.confirmation,
    },
    refused: error =>
      error instanceof Problem && error.code === 'password_wrong'
        ? { currentPassword: refusals.password_wrong }
        : weakPassword(error, 'newPassword', refusals),
    send: ({ currentPassword, newPassword }) => call(passwordCalls.change, { body: { currentPassword, newPassword } }),
    done: () => {
      form.clear()
      toast({ title: t.changed, description: t.changedDetails })
      void queries.invalidateQueries({ queryKey: sessionList.queryKey })
    },
  })
  useTitle(screen, form.isWrong)
  return (
    <Card title={t.title}>
      <form method="post" className="stack password-change" {...form.props}>
        <h3>{t.changeTitle}</h3>
        {form.failure !== undefined && (
          <Notice tone="late" live>
            {sentence(form.failure)}
          </Notice>
        )}
        <PasswordInput
          {...form.text('currentPassword')}
          label={fields.current}
          autoComplete="current-password"
          required
          showLabel={fields.show}
          hideLabel={fields.hide}
        />
        <NewPasswordFields password={form.text('newPassword')} confirmation={form.text('confirmation')} />
        <p className="muted small">{t.changeHint}</p>
        <div className="row">
          <Button type="submit" variant="primary" pending={form.isPending}>
            {t.submit}
          </Button>
        </div>
      </form>
    </Card>
  )
}
