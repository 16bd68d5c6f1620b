import { Problem } from '#kit/problem.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useText } from '#kit/web/text.tsx'
import { PasswordInput } from '#kit/web/ui/password-input.tsx'
import { useForm } from '#kit/web/use-form.ts'
import { OwnPassword } from '../second-factor.ts'
import { secondFactorText } from './second-factor-text.ts'

type PasswordDialogProps<Made> = {
  words: { title: string; description: string; submit: string; failed: string }
  send: (body: { password: string }) => Promise<Made>
  done: (made: Made) => void
  onClose: () => void
}

/** For actions that require the password, so that they cannot be done at an unattended screen. */
export function PasswordDialog<Made>({ words, send, done, onClose }: PasswordDialogProps<Made>) {
  const t = useText(secondFactorText)
  const form = useForm({
    initial: { password: '' },
    shape: OwnPassword,
    sentences: { password: { required: t.passwordRequired } },
    refused: error =>
      error instanceof Problem && error.code === 'password_wrong' ? { password: t.refusals.password_wrong } : undefined,
    send,
    done,
    asksBeforeLeaving: false,
  })
  return (
    <FormDialog
      {...{ form, onClose }}
      title={words.title}
      description={words.description}
      submitLabel={words.submit}
      failed={words.failed}
      refusals={t.refusals}
      size="sm"
    >
      <PasswordInput
        {...form.text('password')}
        label={t.password}
        autoComplete="current-password"
        required
        showLabel={t.show}
        hideLabel={t.hide}
      />
    </FormDialog>
  )
}
