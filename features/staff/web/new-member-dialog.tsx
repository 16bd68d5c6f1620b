import { accessText } from '#features/account/web/access-text.ts'
import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useLanguage, useText } from '#kit/web/text.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useForm } from '#kit/web/use-form.ts'
import { type StaffRole, staffRoles } from '#tenancy/rights.ts'
import { staffTeamCalls } from '../contract.ts'
import { NewStaff } from '../input.ts'
import { roleNames } from './role-names.ts'
import { staffTeamText } from './staff-text.ts'

const mostCareful: StaffRole = 'production'

export function NewMemberDialog({ areMailsSent, onClose }: { areMailsSent: boolean; onClose: () => void }) {
  const access = useText(accessText)
  const { form: t, mayDo } = useText(staffTeamText)
  const language = useLanguage()
  const changed = useChanged()
  const words = { required: t.required, too_long: t.tooLong }
  const form = useForm({
    initial: { firstName: '', lastName: '', email: '', role: mostCareful, language },
    shape: NewStaff,
    sentences: {
      firstName: words,
      lastName: words,
      email: { ...words, mail_address_expected: t.mail },
    },
    send: (body, key) => call(staffTeamCalls.invite, { body, key }),
    done: () => {
      void changed('staff')
      const { firstName, lastName, email } = form.values
      toast(
        areMailsSent
          ? { title: access.invited(email.trim()) }
          : { title: access.notMailed(`${firstName} ${lastName}`.trim()), description: access.notMailedNext },
      )
      onClose()
    },
  })
  return (
    <FormDialog
      {...{ form, onClose }}
      title={t.title}
      description={areMailsSent ? t.description : t.handedOver}
      submitLabel={t.submit}
      failed={t.failed}
      refusals={t.refusals}
    >
      <TextInput {...form.text('firstName')} label={t.fields.firstName} autoComplete="off" required />
      <TextInput {...form.text('lastName')} label={t.fields.lastName} autoComplete="off" required />
      <TextInput
        {...form.text('email')}
        label={t.fields.email}
        type="email"
        inputMode="email"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        required
      />
      <Select
        label={t.fields.role}
        name="role"
        hint={mayDo[form.values.role]}
        value={form.values.role}
        onChange={event => {
          const { value } = event.currentTarget
          form.set({ role: staffRoles.find(role => role === value) ?? mostCareful })
        }}
        options={staffRoles.map(role => ({ value: role, label: roleNames[role][language] }))}
      />
    </FormDialog>
  )
}
