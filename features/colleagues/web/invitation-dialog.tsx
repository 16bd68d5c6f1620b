import { Problem } from '#kit/problem.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useText } from '#kit/web/text.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { type Toast, toast } from '#kit/web/ui/toast.ts'
import { useForm } from '#kit/web/use-form.ts'
import { NewColleague } from '../input.ts'
import { nameOf } from './name.ts'
import { RoleFields } from './role-fields.tsx'
import { colleaguesText } from './text.ts'

const initial = {
  title: '',
  firstName: '',
  lastName: '',
  email: '',
  accountType: 'doctor' as NewColleague['accountType'],
  isPracticeDoctor: false,
}

type InvitationDialogProps = {
  words: { title: string; description: string; submit: string }
  send: (body: NewColleague, key: string) => Promise<unknown>
  /** The message once they are invited. */
  done: (name: string, address: string) => Toast
  refusals: Partial<Record<string, string>> & { login_taken: string }
  onClose: () => void
}

/** Invites a practice member; used by the practice's manager and by the laboratory. */
export function InvitationDialog({ words, send, done, refusals, onClose }: InvitationDialogProps) {
  const { form: t } = useText(colleaguesText)
  const { faults } = t
  const form = useForm({
    initial,
    shape: NewColleague,
    body: ({ title, ...values }) => ({ ...values, title: title.trim() || undefined }),
    sentences: {
      title: { required: faults.tooLong, too_long: faults.tooLong },
      firstName: { required: faults.firstName, too_long: faults.tooLong },
      lastName: { required: faults.lastName, too_long: faults.tooLong },
      email: { mail_address_expected: faults.email, too_long: faults.tooLong },
    },
    refused: error =>
      error instanceof Problem && error.code === 'login_taken' ? { email: refusals.login_taken } : undefined,
    send: async (body, key) => {
      await send(body, key)
      return body
    },
    done: ({ title = '', firstName, lastName, email }) => {
      toast(done(nameOf({ title, firstName, lastName }), email))
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={words.title}
      description={words.description}
      submitLabel={words.submit}
      failed={t.failed}
      refusals={refusals}
    >
      <TextInput {...form.text('title')} label={t.honorific} mark={t.optional} autoComplete="off" />
      <TextInput {...form.text('firstName')} label={t.firstName} autoComplete="off" required />
      <TextInput {...form.text('lastName')} label={t.lastName} autoComplete="off" required />
      <TextInput
        {...form.text('email')}
        label={t.email}
        hint={t.emailHint}
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <RoleFields values={form.values} onChange={form.set} />
    </FormDialog>
  )
}
