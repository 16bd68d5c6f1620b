import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useText } from '#kit/web/text.tsx'
import { Checkbox } from '#kit/web/ui/checkbox.tsx'
import { TextArea } from '#kit/web/ui/text-area.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useForm } from '#kit/web/use-form.ts'
import { type SignupRequest, staffSignupCalls } from '../contract.ts'
import { Refusal } from '../input.ts'
import { personName } from '../rules.ts'
import { staffSignupText } from './staff-text.ts'

/** Refuses with a reason, mailed at once; or silently, for requests by bots. */
export function RefusalDialog({ request, onClose }: { request: SignupRequest; onClose: () => void }) {
  const { one: t } = useText(staffSignupText)
  const changed = useChanged()
  const { nearby } = request
  const name = personName(request)
  const params = { id: request.id }
  const form = useForm({
    initial: { reason: '', silently: false, withNearby: true },
    shape: Refusal,
    body: ({ reason, silently, withNearby }) =>
      silently ? { silently, withNearby: withNearby && nearby > 0 } : { reason },
    sentences: { reason: { too_long: t.reasonTooLong } },
    // Also after a refusal: the page then shows a colleague's decision.
    send: body => call(staffSignupCalls.refuse, { params, body }).finally(() => void changed('signups')),
    done: () => {
      toast({ title: t.refused(name) })
      onClose()
    },
  })
  const { silently, withNearby } = form.values
  return (
    <FormDialog
      {...{ form, onClose }}
      title={t.refuseTitle(name)}
      description={silently ? t.silentDescription : t.refuseDescription(request.email1, t.languages[request.language])}
      submitLabel={silently ? t.refuseSilently : t.refuseAct}
      refusals={t.refusals}
    >
      <Checkbox
        label={t.silently}
        hint={t.silentlyHint}
        checked={silently}
        onChange={event => form.set({ silently: event.currentTarget.checked })}
      />
      {!silently && <TextArea {...form.text('reason')} label={t.reason} mark={t.optional} hint={t.reasonHint} />}
      {silently && nearby > 0 && (
        <Checkbox
          label={t.withNearby(nearby)}
          checked={withNearby}
          onChange={event => form.set({ withNearby: event.currentTarget.checked })}
        />
      )}
    </FormDialog>
  )
}
