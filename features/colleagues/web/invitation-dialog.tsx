import { useChanged } from '#features/live/web/use-changed.ts'
import { Problem } from '#kit/problem.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useText } from '#kit/web/text.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useForm } from '#kit/web/use-form.ts'
import { colleagueCalls } from '../contract.ts'
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

export function InvitationDialog({ onClose }: { onClose: () => void }) {
  const words = useText(colleaguesText)
  const t = words.form
  const { faults } = t
  const changed = useChanged()
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
      error instanceof Problem && error.code === 'login_taken' ? { email: words.refusals.login_taken } : undefined,
    send: (body, key) => call(colleagueCalls.invite, { body, key }),
    done: ({ data }) => {
      void changed('colleagues')
      toast({ title: t.done(nameOf(data)), description: t.doneNext })
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t.title}
      description={t.description}
      submitLabel={t.submit}
      failed={t.failed}
      refusals={words.refusals}
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
