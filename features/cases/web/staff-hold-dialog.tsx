import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useText } from '#kit/web/text.tsx'
import { Choices } from '#kit/web/ui/choices.tsx'
import { TextArea } from '#kit/web/ui/text-area.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useForm } from '#kit/web/use-form.ts'
import { HoldReason } from '../contract.ts'
import { staffCaseCalls } from '../staff-contract.ts'
import { NewQuestion } from '../staff-input.ts'
import type { ChangedCase } from './staff-change.ts'
import { staffCasesText, staffCaseText } from './staff-text.ts'
import { useFrom } from './use-from.ts'
import { useRefusals } from './use-refusals.ts'

/** Asks the practice one question; the case is on hold until it is answered. */
export function StaffHoldDialog({ known, onDone, onClose }: ChangedCase & { onClose: () => void }) {
  const { id, code } = known
  const { from, learn } = useFrom(known.status)
  const { hold: t } = useText(staffCaseText)
  const words = useText(staffCasesText)
  const changed = useChanged()
  const refusalsOf = useRefusals()
  const form = useForm({
    initial: { question: '', reason: 'technical_response' as HoldReason },
    shape: NewQuestion,
    sentences: { question: { required: t.questionMissing, too_long: t.tooLong } },
    send: hold =>
      call(staffCaseCalls.setStatus, { params: { id }, body: { status: 'on_hold', from, hold } })
        .catch(learn)
        .finally(() => changed('orders')),
    done: () => {
      toast({ title: t.done(code) })
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
      <TextArea {...form.text('question')} label={t.question} hint={t.questionHint} rows={2} required />
      <Choices
        {...form.field('reason')}
        label={t.reason}
        options={HoldReason.options.map(value => ({ value, label: words.hold[value] }))}
      />
    </FormDialog>
  )
}
