import { RoleFields } from '#features/colleagues/web/role-fields.tsx'
import { colleaguesText } from '#features/colleagues/web/text.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useText } from '#kit/web/text.tsx'
import { Checkbox } from '#kit/web/ui/checkbox.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useForm } from '#kit/web/use-form.ts'
import type { Person } from '../contract.ts'
import { MemberRole } from '../member-role-input.ts'
import { seldomText } from './seldom-text.ts'
import { practicesText } from './text.ts'

type MemberRoleDialogProps = {
  person: Person
  send: (role: MemberRole) => Promise<unknown>
  onClose: () => void
}

/** The role as a manager can give it, and the right to order, which only the laboratory sets. */
export function MemberRoleDialog({ person, send, onClose }: MemberRoleDialogProps) {
  const { change: t } = useText(colleaguesText)
  const { dlcpm } = useText(seldomText)
  const { refusals } = useText(practicesText)
  const { name, accountType, isPracticeDoctor, isDLCPM } = person
  const form = useForm({
    initial: { accountType, isPracticeDoctor, isDLCPM },
    shape: MemberRole,
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
      <Checkbox
        label={dlcpm.label}
        hint={dlcpm.hint}
        checked={form.values.isDLCPM}
        onChange={({ currentTarget }) => form.set({ isDLCPM: currentTarget.checked })}
      />
    </FormDialog>
  )
}
