import { accessText } from '#features/account/web/access-text.ts'
import { type Heir, HeirChoice } from '#features/account/web/heir-choice.tsx'
import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useLanguage, useText } from '#kit/web/text.tsx'
import { Choices } from '#kit/web/ui/choices.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useForm } from '#kit/web/use-form.ts'
import { type StaffRole, staffRoles } from '#tenancy/rights.ts'
import { staffTeamCalls, type TeamMember } from '../contract.ts'
import { NewRole } from '../input.ts'
import { worksOnCases } from '../rules.ts'
import { roleNames } from './role-names.ts'
import { staffTeamText } from './staff-text.ts'

type RoleDialogProps = { member: TeamMember; heirs: readonly Heir[]; onClose: () => void }

/**
 * Changes a member's role; each role describes its rights. If the new role does not work on cases, theirs pass to a
 * colleague or become unassigned.
 */
export function RoleDialog({ member: { id, name, role, openCases }, heirs, onClose }: RoleDialogProps) {
  const { mayDo, refusals, roleForm: t } = useText(staffTeamText)
  const language = useLanguage()
  const changed = useChanged()
  const { cases } = useText(accessText)
  const leaves = (next: StaffRole) => openCases > 0 && !worksOnCases(next)
  const form = useForm({
    initial: { role, casesTo: '' },
    shape: NewRole,
    body: ({ role, casesTo }) => ({ role, casesTo: leaves(role) ? casesTo || null : null }),
    send: async body => {
      await call(staffTeamCalls.setRole, { params: { id }, body }).finally(() => void changed('staff'))
      return body
    },
    done: ({ role, casesTo }) => {
      toast({
        title: t.done(name, roleNames[role][language]),
        description: leaves(role) ? cases.done(openCases, heirs.find(({ id }) => id === casesTo)?.name) : undefined,
      })
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
      {leaves(form.values.role) && <HeirChoice {...form.field('casesTo')} {...{ openCases, heirs }} />}
    </FormDialog>
  )
}
