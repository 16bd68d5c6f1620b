import { type ColleagueRole, colleagueRoles } from '#features/colleagues/rules.ts'
import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useText } from '#kit/web/text.tsx'
import { Choices } from '#kit/web/ui/choices.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useForm } from '#kit/web/use-form.ts'
import { type Alike, type SignupRequest, staffSignupCalls } from '../contract.ts'
import { Joining } from '../input.ts'
import { personName } from '../rules.ts'
import { staffSignupText } from './staff-text.ts'

export type JoinDialogProps = { request: SignupRequest; practice: Alike; areMailsSent: boolean }

/** Approves the requester as a colleague of an existing practice. */
export function JoinDialog({ request, practice, areMailsSent, onClose }: JoinDialogProps & { onClose: () => void }) {
  const { one } = useText(staffSignupText)
  const { join: t } = one
  const changed = useChanged()
  const name = personName(request)
  const form = useForm({
    initial: { practiceId: practice.id, role: 'doctor' as ColleagueRole },
    shape: Joining,
    // Also after a refusal: the page then shows a colleague's decision.
    send: body =>
      call(staffSignupCalls.join, { params: { id: request.id }, body }).finally(() => void changed('signups')),
    done: () => {
      toast({
        title: t.done(name, practice.name),
        description: areMailsSent ? one.invited(request.email1) : one.notMailed,
      })
      onClose()
    },
  })
  return (
    <FormDialog
      {...{ form, onClose }}
      title={t.title(name, practice.name)}
      description={areMailsSent ? one.approveHint(request.email1) : one.approveHintUnmailed(request.email1)}
      submitLabel={t.submit}
      refusals={one.refusals}
    >
      <Choices
        {...form.field('role')}
        className="staff-signup__roles"
        label={t.role}
        options={colleagueRoles.map(value => ({ value, label: t.roles[value] }))}
      />
    </FormDialog>
  )
}
