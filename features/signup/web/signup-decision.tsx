import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useForm } from '#kit/web/use-form.ts'
import { useLateDialog } from '#kit/web/use-late-dialog.tsx'
import { type SignupRequest, staffSignupCalls } from '../contract.ts'
import { Approval } from '../input.ts'
import { personName } from '../rules.ts'
import { staffSignupText } from './staff-text.ts'

const loadRefusal = async () => (await import('./refusal-dialog.tsx')).RefusalDialog

export function SignupDecision({ request, areMailsSent }: { request: SignupRequest; areMailsSent: boolean }) {
  const { one: t } = useText(staffSignupText)
  const sentence = useProblemText()
  const changed = useChanged()
  const refusal = useLateDialog<{ request: SignupRequest }>(loadRefusal)
  /** Sending a link is then offered first, above. */
  const isKnown = request.alike.some(({ maySignIn }) => maySignIn)
  const params = { id: request.id }
  const form = useForm({
    initial: { practiceName: t.suggestion(personName(request)) },
    shape: Approval,
    sentences: { practiceName: { required: t.nameMissing, too_long: t.nameTooLong } },
    // Also after a refusal: the page then shows a colleague's decision.
    send: body => call(staffSignupCalls.approve, { params, body }).finally(() => void changed('signups')),
    done: () =>
      toast({
        title: t.approved(form.values.practiceName.trim()),
        description: areMailsSent ? t.invited(request.email1) : t.notMailed,
      }),
  })
  return (
    <Card title={t.decide}>
      <form className="stack" {...form.props}>
        <TextInput {...form.text('practiceName')} label={t.practiceName} hint={t.practiceNameHint} autoComplete="off" />
        <p className="muted small">
          {areMailsSent ? t.approveHint(request.email1) : t.approveHintUnmailed(request.email1)} {t.carriedOver}
        </p>
        {form.failure !== undefined && (
          <Notice tone="late" live>
            {sentence(form.failure, t.refusals)}
          </Notice>
        )}
        <div className="row">
          <Button type="submit" variant={isKnown ? 'secondary' : 'primary'} pending={form.isPending}>
            {t.approve}
          </Button>
          <Button onPointerEnter={refusal.prepare} onFocus={refusal.prepare} onClick={() => refusal.open({ request })}>
            {t.refuse}
          </Button>
        </div>
      </form>
      {refusal.dialog}
    </Card>
  )
}
