import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useFormat } from '#kit/web/format.tsx'
import { saveFile } from '#kit/web/save-file.ts'
import { useText } from '#kit/web/text.tsx'
import { sentDay, writtenDay } from '#kit/web/typed-day.ts'
import { DateField } from '#kit/web/ui/date-field.tsx'
import { useForm } from '#kit/web/use-form.ts'
import { staffAccountCalls } from '../account-contract.ts'
import { StatementQuery } from '../account-input.ts'
import { isPeriod } from '../statement-period.ts'
import { actsText } from './staff-text.ts'

export type StatementDialogProps = { practice: { id: string; name: string } }

const bounds = ['from', 'to'] as const

/** Downloads the account of a practice over some days. */
export function StatementDialog({ practice, onClose }: StatementDialogProps & { onClose: () => void }) {
  const { payment, statement: t } = useText(actsText)
  const today = useFormat().today()
  const day = { required: t.dayMissing, not_a_day: payment.notADay }
  const form = useForm({
    initial: { from: writtenDay(`${today.slice(0, 4)}-01-01`), to: writtenDay(today) },
    shape: StatementQuery,
    body: ({ from, to }) => ({ from: sentDay(from, today), to: sentDay(to, today) }),
    gaps: ({ from, to }) => {
      if (from && to) return isPeriod({ from, to }) ? [] : [{ path: 'to', code: 'period_wrong' }]
      return [{ path: from ? 'to' : 'from', code: 'required' }]
    },
    sentences: { from: day, to: { ...day, ...t.refusals } },
    send: async query => ({
      query,
      pdf: await call(staffAccountCalls.statement, { params: { id: practice.id }, query }),
    }),
    done: ({ query: { from = '', to = '' }, pdf }) => {
      saveFile(pdf, t.file(from, to))
      onClose()
    },
    asksBeforeLeaving: false,
  })
  return (
    <FormDialog
      {...{ form, onClose }}
      title={t.title}
      description={t.description(practice.name)}
      submitLabel={t.submit}
      failed={t.failed}
      refusals={t.refusals}
    >
      {bounds.map(name => (
        <DateField
          key={name}
          {...form.field(name)}
          label={t[name]}
          hint={payment.dayHint}
          today={today}
          pickLabel={t.pick[name]}
          required
        />
      ))}
    </FormDialog>
  )
}
