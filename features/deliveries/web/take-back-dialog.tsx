import { useMay } from '#features/auth/web/use-user.ts'
import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { defineText, loadText, useText } from '#kit/web/text.tsx'
import { Checkbox } from '#kit/web/ui/checkbox.tsx'
import { Fieldset } from '#kit/web/ui/fieldset.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { TextArea } from '#kit/web/ui/text-area.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useForm } from '#kit/web/use-form.ts'
import type { BroughtCase } from '../contract.ts'
import { takingBackCalls } from '../taking-back-contract.ts'
import { TakenBack } from '../taking-back-input.ts'

const takeBackText = defineText({
  fr: () => import('../text/take-back-fr.ts').then(module => module.fr),
  en: () => import('../text/take-back-en.ts').then(module => module.en),
})
export const loadTakeBackWords = () => loadText(takeBackText)

export type HandedCases = { cases: readonly Pick<BroughtCase, 'id' | 'code' | 'summary'>[] }

/** Somebody pressed too early, or at the wrong door: what was noted as handed over is on its way again. */
export function TakeBackDialog({ cases, onClose }: HandedCases & { onClose: () => void }) {
  const t = useText(takeBackText)
  const changed = useChanged()
  const mayDeliver = useMay('delivery')
  const form = useForm({
    initial: { orderIds: cases.map(({ id }) => id), reason: '' },
    shape: TakenBack,
    sentences: {
      orderIds: { required: t.chooseOne },
      reason: { required: t.reasonMissing, too_long: t.tooLong },
    },
    send: body =>
      call(mayDeliver ? takingBackCalls.driver : takingBackCalls.bench, { body })
        .then(() => body.orderIds)
        .finally(() => changed('orders')),
    done: taken => {
      const codes = cases.filter(({ id }) => taken.includes(id)).map(({ code }) => code)
      toast({ title: t.done(codes.join(', ')) })
      onClose()
    },
  })
  const { orderIds } = form.values
  const unticked = form.errorOf('orderIds')
  const tick = (id: string, isTicked: boolean) =>
    form.set({ orderIds: isTicked ? [...orderIds, id] : orderIds.filter(one => one !== id) })
  return (
    <FormDialog
      {...{ form, onClose }}
      title={t.title}
      description={t.description}
      submitLabel={t.submit}
      cancelLabel={t.keep}
      failed={t.failed}
      refusals={t.refusals}
    >
      <Fieldset legend={t.which}>
        {cases.map(({ id, code, summary }) => (
          <Checkbox
            key={id}
            label={`${code} · ${summary}`}
            checked={orderIds.includes(id)}
            onChange={event => tick(id, event.currentTarget.checked)}
          />
        ))}
      </Fieldset>
      {unticked && (
        <Notice tone="late" live>
          {unticked}
        </Notice>
      )}
      <TextArea {...form.text('reason')} label={t.reason} rows={2} required />
    </FormDialog>
  )
}
