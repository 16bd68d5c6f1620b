import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useFormat } from '#kit/web/format.tsx'
import { saveFile } from '#kit/web/save-file.ts'
import { useText } from '#kit/web/text.tsx'
import { sentDay, writtenDay } from '#kit/web/typed-day.ts'
import { DateField } from '#kit/web/ui/date-field.tsx'
import { useForm } from '#kit/web/use-form.ts'
import { inspectionCalls } from '../contract.ts'
import { Period } from '../input.ts'
import { staffSheetsText } from './staff-text.ts'

/** Downloads the file of a period; this year by default. */
export function InspectionDialog({ onClose }: { onClose: () => void }) {
  const t = useText(staffSheetsText).inspection
  const today = useFormat().today()
  const form = useForm({
    initial: { from: writtenDay(`${today.slice(0, 4)}-01-01`), to: writtenDay(today) },
    shape: Period,
    body: ({ from, to }) => ({ from: sentDay(from, today), to: sentDay(to, today) }),
    sentences: {
      from: { required: t.notADay, not_a_day: t.notADay },
      to: { required: t.notADay, not_a_day: t.notADay, period_wrong: t.order, period_too_long: t.tooLong },
    },
    send: async query => ({ query, file: await call(inspectionCalls.ofPeriod, { query }) }),
    done: ({ query: { from, to }, file }) => {
      saveFile(file, t.name(`${from}-${to}`))
      onClose()
    },
    asksBeforeLeaving: false,
  })
  return (
    <FormDialog
      {...{ form, onClose }}
      title={t.title}
      description={t.description}
      submitLabel={t.submit}
      failed={t.failed}
    >
      <DateField {...form.field('from')} label={t.from} hint={t.dayHint} today={today} pickLabel={t.pick} required />
      <DateField {...form.field('to')} label={t.to} hint={t.dayHint} today={today} pickLabel={t.pick} required />
    </FormDialog>
  )
}
