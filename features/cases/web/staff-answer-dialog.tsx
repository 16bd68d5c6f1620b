import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { sentDay, typedDay, writtenDay } from '#kit/web/typed-day.ts'
import { Checkbox } from '#kit/web/ui/checkbox.tsx'
import { DateField } from '#kit/web/ui/date-field.tsx'
import { Fieldset } from '#kit/web/ui/fieldset.tsx'
import { TextArea } from '#kit/web/ui/text-area.tsx'
import { useForm } from '#kit/web/use-form.ts'
import type { CaseRequest } from '../contract.ts'
import { NewRequestAnswer } from '../input.ts'
import { type AskedOfCase, staffRequestCalls } from '../staff-requests-contract.ts'
import { CaseDayAgainst } from './case-day-against.tsx'
import { CaseDays } from './case-days.tsx'
import { staffRequestsText } from './staff-requests-text.ts'

export type Answerable = AskedOfCase & { request: CaseRequest }

/** Answers with a day, a yes, or a no with its reason. */
export function StaffAnswerDialog({ asked, onClose }: { asked: Answerable; onClose: () => void }) {
  const t = useText(staffRequestsText)
  const today = useFormat().today()
  const changed = useChanged()
  const { order, request } = asked
  const asksDay = request.kind === 'earlier'
  const form = useForm({
    initial: {
      granted: true,
      deliveryDate: request.wishedDate ? writtenDay(request.wishedDate) : '',
      answer: '',
    },
    shape: NewRequestAnswer,
    body: ({ granted, deliveryDate, answer }) => ({
      granted,
      deliveryDate: granted && asksDay ? sentDay(deliveryDate, today) : undefined,
      answer: answer.trim() || undefined,
    }),
    gaps: ({ granted, deliveryDate, answer }) => {
      if (!granted) return answer ? [] : [{ path: 'answer', code: 'required' }]
      if (!asksDay) return []
      if (!deliveryDate) return [{ path: 'deliveryDate', code: 'required' }]
      return deliveryDate < today ? [{ path: 'deliveryDate', code: 'in_the_past' }] : []
    },
    sentences: {
      deliveryDate: { required: t.dayMissing, not_a_day: t.notADay, in_the_past: t.inThePast },
      answer: { required: t.wordsMissing, too_long: t.tooLong },
    },
    send: body => {
      const refresh = () => void changed('orders')
      return call(staffRequestCalls.answerRequest, { params: { id: order.id, requestId: request.id }, body }).finally(
        refresh,
      )
    },
    done: onClose,
  })
  const { granted } = form.values
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t.answer(order.code)}
      submitLabel={t.send}
      failed={t.notSent}
      refusals={t.refusals}
    >
      {request.words && <p>{request.words}</p>}
      <Fieldset legend={t.decision}>
        <Checkbox
          radio
          name="granted"
          label={asksDay ? t.yesDay : t.yes}
          checked={granted}
          onChange={() => form.set({ granted: true })}
        />
        <Checkbox radio name="granted" label={t.no} checked={!granted} onChange={() => form.set({ granted: false })} />
      </Fieldset>
      {granted && asksDay && (
        <>
          <DateField
            {...form.field('deliveryDate')}
            label={t.day}
            hint={t.format}
            required
            today={today}
            min={today}
            pickLabel={t.pickDay}
            panel={panel => <CaseDays {...panel} id={order.id} />}
          />
          <CaseDayAgainst
            id={order.id}
            day={typedDay(form.values.deliveryDate, today)}
            onChoose={day => {
              form.set({ deliveryDate: writtenDay(day) })
              form.focus('deliveryDate')
            }}
          />
        </>
      )}
      <TextArea
        {...form.text('answer')}
        label={t.words}
        mark={granted && t.optional}
        hint={t.wordsHint}
        required={!granted}
        rows={3}
      />
    </FormDialog>
  )
}
