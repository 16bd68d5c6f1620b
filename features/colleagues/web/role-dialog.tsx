import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useText } from '#kit/web/text.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useForm } from '#kit/web/use-form.ts'
import { Role } from '../input.ts'
import { RoleFields } from './role-fields.tsx'
import { colleaguesText } from './text.ts'

type RoleDialogProps = {
  person: Role & { name: string }
  send: (role: Role) => Promise<unknown>
  refusals: Partial<Record<string, string>>
  onClose: () => void
}

/**
 * Changes a practice member's role, by its manager; the laboratory has its own dialog with more fields
 * (features/practices/web/member-role-dialog.tsx).
 */
export function RoleDialog({
  person: { name, accountType, isPracticeDoctor },
  send,
  refusals,
  onClose,
}: RoleDialogProps) {
  const { change: t } = useText(colleaguesText)
  const form = useForm({
    initial: { accountType, isPracticeDoctor },
    shape: Role,
    send,
    done: () => {
      toast({ title: t.done(name), description: t.description })
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t.title(name)}
      description={t.description}
      submitLabel={t.submit}
      failed={t.failed}
      refusals={refusals}
    >
      <RoleFields values={form.values} onChange={form.set} />
    </FormDialog>
  )
}
