import { Problem } from '#kit/problem.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useText } from '#kit/web/text.tsx'
import { PasswordInput } from '#kit/web/ui/password-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useForm } from '#kit/web/use-form.ts'
import { OwnPassword } from '../input.ts'
import { downloadExport } from './download-export.ts'
import { ownPrivacyText } from './own-text.ts'

export type ExportDialogProps = { which: 'own' | 'practice' }

/** With the password: an unattended screen must not suffice to export everything. */
export function ExportDialog({ which, onClose }: ExportDialogProps & { onClose: () => void }) {
  const { export: t } = useText(ownPrivacyText)
  const form = useForm({
    initial: { currentPassword: '' },
    shape: OwnPassword,
    sentences: { currentPassword: { required: t.passwordRequired } },
    asksBeforeLeaving: false,
    refused: error =>
      error instanceof Problem && error.code === 'password_wrong'
        ? { currentPassword: t.refusals.password_wrong }
        : undefined,
    send: ({ currentPassword }) => downloadExport(which, currentPassword),
    done: () => {
      toast({ title: t.done })
      onClose()
    },
  })
  return (
    <FormDialog
      {...{ form, onClose }}
      title={t[which].title}
      description={t[which].description}
      submitLabel={t.submit}
      failed={t.failed}
      refusals={t.refusals}
    >
      <PasswordInput
        {...form.text('currentPassword')}
        label={t.password}
        autoComplete="current-password"
        required
        showLabel={t.show}
        hideLabel={t.hide}
      />
    </FormDialog>
  )
}
