import { useQuery } from '@tanstack/react-query'
import { useMay } from '#features/auth/web/use-user.ts'
import { useChanged } from '#features/live/web/use-changed.ts'
import type { Day } from '#kit/day.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useFormat } from '#kit/web/format.tsx'
import { defineText, loadText, useText } from '#kit/web/text.tsx'
import { typedDay } from '#kit/web/typed-day.ts'
import { Checkbox } from '#kit/web/ui/checkbox.tsx'
import { Choices } from '#kit/web/ui/choices.tsx'
import { DateField } from '#kit/web/ui/date-field.tsx'
import { Fieldset } from '#kit/web/ui/fieldset.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { TextArea } from '#kit/web/ui/text-area.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useForm } from '#kit/web/use-form.ts'
import { nextDayCalls, takingBackCalls } from '../taking-back-contract.ts'
import { TakenBack } from '../taking-back-input.ts'

const takeBackText = defineText({
  fr: () => import('../text/take-back-fr.ts'),
  en: () => import('../text/take-back-en.ts'),
})
/** Loads the component with its words. */
export const load = async () => {
  await loadText(takeBackText)
  return TakeBackDialog
}

type HandedCase = { id: string; code: string; summary: string; deliveryDate: Day | null }

/** All of one practice. */
export type HandedCases = { cases: readonly HandedCase[] }

const whens = ['next', 'today', 'other'] as const
type When = (typeof whens)[number]

/** For a hand-over recorded too early or at the wrong door: its cases are on their way again. */
function TakeBackDialog({ cases, onClose }: HandedCases & { onClose: () => void }) {
  const t = useText(takeBackText)
  const changed = useChanged()
  const mayDeliver = useMay('delivery')
  const format = useFormat()
  const today = format.today()
  const isDue = ({ deliveryDate }: HandedCase) => (deliveryDate ?? today) <= today
  const [first] = cases
  const { data: nextDate, isPending: isComing } = useQuery({
    queryKey: ['staff', 'next-day', first?.id],
    queryFn: async ({ signal }) => {
      const params = { id: first?.id ?? '' }
      return (await call(mayDeliver ? nextDayCalls.driver : nextDayCalls.bench, { params, signal })).data.nextDate
    },
    meta: { topics: ['closures'] },
    enabled: cases.some(isDue),
    staleTime: 0,
  })
  /** Offered once it is known whether there is a next day. */
  const usual: When | '' = nextDate ? 'next' : isComing ? '' : 'other'
  const dayOf = (when: When | '', typed: string) => {
    if (when === 'today') return today
    return when === 'next' && nextDate ? nextDate : (typedDay(typed, today) ?? '')
  }
  const asksWhen = (ids: readonly string[]) => cases.some(one => ids.includes(one.id) && isDue(one))
  const form = useForm({
    initial: {
      orderIds: cases.map(({ id }) => id),
      reason: t.usualReason,
      when: '' as When | '',
      deliveryDate: '',
    },
    body: ({ orderIds, reason, when, deliveryDate }) => ({
      orderIds,
      reason,
      ...(asksWhen(orderIds) && { deliveryDate: dayOf(when || usual, deliveryDate) }),
    }),
    gaps: ({ deliveryDate }) =>
      deliveryDate !== undefined && deliveryDate < today ? [{ path: 'deliveryDate', code: 'in_the_past' }] : [],
    shape: TakenBack,
    sentences: {
      orderIds: { required: t.chooseOne },
      reason: { required: t.reasonMissing, too_long: t.tooLong },
      deliveryDate: { not_a_day: t.dayMissing, in_the_past: t.dayPast },
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
  const when = form.values.when || usual
  const unticked = form.errorOf('orderIds')
  const tick = (id: string, isTicked: boolean) =>
    form.set({ orderIds: isTicked ? [...orderIds, id] : orderIds.filter(one => one !== id) })
  return (
    <FormDialog
      {...{ onClose }}
      form={{ ...form, isPending: form.isPending || (isComing && asksWhen(orderIds)) }}
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
      {asksWhen(orderIds) && (
        <Choices<When>
          name="when"
          label={t.when}
          hint={cases.every(isDue) ? undefined : t.whenHint}
          options={whens
            .filter(one => one !== 'next' || nextDate)
            .map(value => ({
              value,
              ...(value === 'next' && nextDate ? { label: format.day(nextDate), detail: t.next } : { label: t[value] }),
            }))}
          value={when || undefined}
          onChange={chosen => form.set({ when: chosen })}
        />
      )}
      {asksWhen(orderIds) && when === 'other' && (
        <DateField
          {...form.field('deliveryDate')}
          label={t.day}
          hint={t.dayHint}
          today={today}
          min={today}
          pickLabel={t.pick}
          required
        />
      )}
    </FormDialog>
  )
}
