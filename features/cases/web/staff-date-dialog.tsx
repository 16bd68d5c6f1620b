import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { typedDay, writtenDay } from '#kit/web/typed-day.ts'
import { DateField } from '#kit/web/ui/date-field.tsx'
import { TextArea } from '#kit/web/ui/text-area.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useForm } from '#kit/web/use-form.ts'
import { staffCaseCalls } from '../staff-contract.ts'
import { NewDay } from '../staff-input.ts'
import { CaseDayAgainst } from './case-day-against.tsx'
import { CaseDays } from './case-days.tsx'
import type { ChangedCase } from './staff-change.ts'
import { staffCasesText, staffCaseText } from './staff-text.ts'
import { useFrom } from './use-from.ts'
import { useRefusals } from './use-refusals.ts'

/** The laboratory sets another day and gives the reason. */
export function StaffDateDialog({ known, onDone, onClose }: ChangedCase & { onClose: () => void }) {
  const { id, code } = known
  const { from, learn } = useFrom(known.status)
  const { date: t, hold } = useText(staffCaseText)
  const words = useText(staffCasesText)
  const format = useFormat()
  const changed = useChanged()
  const refusalsOf = useRefusals()
  const today = format.today()
  const form = useForm({
    initial: { deliveryDate: '', note: '' },
    shape: NewDay,
    body: ({ deliveryDate, note }) => ({ deliveryDate: typedDay(deliveryDate, today) ?? '', note }),
    gaps: ({ deliveryDate }) => (deliveryDate < today ? [{ path: 'deliveryDate', code: 'past' }] : []),
    sentences: {
      deliveryDate: { not_a_day: t.missing, past: t.past },
      note: { required: t.reasonMissing, too_long: hold.tooLong },
    },
    send: ({ deliveryDate, note }) =>
      call(staffCaseCalls.setStatus, { params: { id }, body: { status: from, from, deliveryDate, note } })
        .then(() => deliveryDate)
        .catch(learn)
        .finally(() => changed('orders')),
    done: deliveryDate => {
      toast({ title: t.done(code, format.day(deliveryDate)) })
      onClose()
      onDone?.()
    },
  })
  return (
    <FormDialog
      {...{ form, onClose }}
      title={t.title(code)}
      description={t.description}
      submitLabel={t.submit}
      failed={words.failed}
      refusals={refusalsOf(form.failure)}
    >
      <DateField
        {...form.field('deliveryDate')}
        label={t.day}
        hint={t.dayHint}
        today={today}
        min={today}
        pickLabel={t.pick}
        panel={panel => <CaseDays {...panel} id={id} />}
        required
      />
      <CaseDayAgainst
        id={id}
        day={typedDay(form.values.deliveryDate, today)}
        onChoose={day => {
          form.set({ deliveryDate: writtenDay(day) })
          form.focus('deliveryDate')
        }}
      />
      <TextArea {...form.text('note')} label={t.reason} rows={2} required />
    </FormDialog>
  )
}
