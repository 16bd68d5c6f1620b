import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useText } from '#kit/web/text.tsx'
import { TextArea } from '#kit/web/ui/text-area.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useForm } from '#kit/web/use-form.ts'
import { type SignupRequest, staffSignupCalls } from '../contract.ts'
import { Refusal } from '../input.ts'
import { personName } from '../rules.ts'
import { staffSignupText } from './staff-text.ts'

/** What the requester is told, which leaves by mail at once. */
export function RefusalDialog({ request, onClose }: { request: SignupRequest; onClose: () => void }) {
  const { one: t } = useText(staffSignupText)
  const changed = useChanged()
  const name = personName(request)
  const params = { id: request.id }
  const form = useForm({
    initial: { reason: '' },
    shape: Refusal,
    sentences: { reason: { too_long: t.reasonTooLong } },
    // Also after a refusal: the page shows what a colleague has decided meanwhile.
    send: body => call(staffSignupCalls.refuse, { params, body }).finally(() => void changed('signups')),
    done: () => {
      toast({ title: t.refused(name) })
      onClose()
    },
  })
  return (
    <FormDialog
      {...{ form, onClose }}
      title={t.refuseTitle(name)}
      description={t.refuseDescription(request.email1, t.languages[request.language])}
      submitLabel={t.refuseAct}
      refusals={t.refusals}
    >
      <TextArea {...form.text('reason')} label={t.reason} mark={t.optional} hint={t.reasonHint} />
    </FormDialog>
  )
}
