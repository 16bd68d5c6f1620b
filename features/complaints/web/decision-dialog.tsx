import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useText } from '#kit/web/text.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useForm } from '#kit/web/use-form.ts'
import { type Complaint, staffComplaintCalls } from '../contract.ts'
import { Decision } from '../input.ts'
import { DecisionFields, decisionOf } from './decision-fields.tsx'
import { staffComplaintsText } from './staff-text.ts'

/** Records the laboratory's decision on a complaint. */
export function DecisionDialog({ complaint, onClose }: { complaint: Complaint; onClose: () => void }) {
  const texts = useText(staffComplaintsText)
  const t = texts.form
  const changed = useChanged()
  const { id, order, description, decision } = complaint
  const form = useForm({
    initial: {
      isSerious: decision ? (decision.isSerious ? 'yes' : 'no') : '',
      cause: decision?.cause ?? '',
      note: decision?.note ?? '',
    },
    shape: Decision,
    body: decisionOf,
    sentences: {
      isSerious: { required: texts.choose },
      cause: { required: texts.choose },
      note: { too_long: texts.tooLong },
    },
    send: (body, key) =>
      call(staffComplaintCalls.decide, { params: { id }, body, key }).finally(() => void changed('sheets')),
    done: () => {
      toast({ title: t.done })
      onClose()
    },
  })
  return (
    <FormDialog
      {...{ form, onClose }}
      title={t.title(order.code)}
      description={description}
      submitLabel={t.submit}
      failed={t.failed}
    >
      <DecisionFields form={form} />
    </FormDialog>
  )
}
