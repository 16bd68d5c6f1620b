import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useLanguage, useText } from '#kit/web/text.tsx'
import { Choices } from '#kit/web/ui/choices.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useForm } from '#kit/web/use-form.ts'
import { staffRoles } from '#tenancy/rights.ts'
import { staffTeamCalls, type TeamMember } from '../contract.ts'
import { NewRole } from '../input.ts'
import { roleNames } from './role-names.ts'
import { staffTeamText } from './staff-text.ts'

type RoleDialogProps = { member: TeamMember; onClose: () => void }

/** What somebody may do from here on; each role says what. */
export function RoleDialog({ member: { id, name, role }, onClose }: RoleDialogProps) {
  const { mayDo, refusals, roleForm: t } = useText(staffTeamText)
  const language = useLanguage()
  const changed = useChanged()
  const form = useForm({
    initial: { role },
    shape: NewRole,
    send: async body => {
      await call(staffTeamCalls.setRole, { params: { id }, body }).finally(() => void changed('staff'))
      return body.role
    },
    done: role => {
      toast({ title: t.done(name, roleNames[role][language]) })
      onClose()
    },
  })
  return (
    <FormDialog
      {...{ form, onClose, refusals }}
      title={t.title(name)}
      description={t.description}
      submitLabel={t.submit}
      failed={t.failed}
    >
      <Choices
        {...form.field('role')}
        label={t.role}
        labelHidden
        options={staffRoles.map(value => ({ value, label: roleNames[value][language], detail: mayDo[value] }))}
      />
    </FormDialog>
  )
}
