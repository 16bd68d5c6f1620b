import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useText } from '#kit/web/text.tsx'
import { TextArea } from '#kit/web/ui/text-area.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useForm } from '#kit/web/use-form.ts'
import { staffCaseCalls } from '../staff-contract.ts'
import { Reason } from '../staff-input.ts'
import type { ChangedCase } from './staff-change.ts'
import { staffCasesText, staffCaseText } from './staff-text.ts'
import { useFrom } from './use-from.ts'
import { useRefusals } from './use-refusals.ts'

/** The laboratory refuses the case and gives the reason. */
export function StaffRefuseDialog({ known, onDone, onClose }: ChangedCase & { onClose: () => void }) {
  const { id, code } = known
  const { from, learn } = useFrom(known.status)
  const t = useText(staffCaseText)
  const words = useText(staffCasesText)
  const changed = useChanged()
  const refusalsOf = useRefusals()
  const form = useForm({
    initial: { note: '' },
    shape: Reason,
    sentences: { note: { required: t.refuse.missing, too_long: t.hold.tooLong } },
    send: ({ note }) =>
      call(staffCaseCalls.setStatus, { params: { id }, body: { status: 'cancelled', from, note } })
        .catch(learn)
        .finally(() => changed('orders')),
    done: () => {
      toast({ title: t.refuse.done(code) })
      onClose()
      onDone?.()
    },
  })
  return (
    <FormDialog
      {...{ form, onClose }}
      title={t.refuse.title(code)}
      description={t.refuse.description}
      submitLabel={t.refuse.submit(code)}
      failed={words.failed}
      refusals={refusalsOf(form.failure)}
    >
      <TextArea {...form.text('note')} label={t.refuse.reason} rows={3} required />
    </FormDialog>
  )
}
