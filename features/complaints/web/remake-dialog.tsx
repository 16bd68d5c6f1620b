import type { CaseLink } from '#features/cases/contract.ts'
import { problemKinds } from '#features/cases/input.ts'
import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { loadText, useText } from '#kit/web/text.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { TextArea } from '#kit/web/ui/text-area.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useForm } from '#kit/web/use-form.ts'
import { staffComplaintCalls } from '../contract.ts'
import { NewRemake } from '../input.ts'
import { DecisionFields, decisionOf, nothingDecided } from './decision-fields.tsx'
import { staffComplaintsText } from './staff-text.ts'

export type RemadeCase = { order: CaseLink }

export const loadRemakeWords = () => loadText(staffComplaintsText)

/** The laboratory makes a case again: what is wrong, for the practice, and where it comes from, for itself. */
export function RemakeDialog({ order, onClose }: RemadeCase & { onClose: () => void }) {
  const texts = useText(staffComplaintsText)
  const t = texts.remaking
  const changed = useChanged()
  const form = useForm({
    initial: { kind: '', description: '', ...nothingDecided },
    shape: NewRemake,
    body: ({ kind, description, ...decided }) => ({ kind: kind || undefined, description, ...decisionOf(decided) }),
    sentences: {
      kind: { required: texts.choose },
      description: { required: texts.required, too_long: texts.tooLong },
      isSerious: { required: texts.choose },
      cause: { required: texts.choose },
      note: { too_long: texts.tooLong },
    },
    send: (body, key) =>
      call(staffComplaintCalls.remake, { params: { id: order.id }, body, key }).finally(
        () => void changed('orders', 'sheets'),
      ),
    done: ({ data: { remake } }) => {
      toast({ title: t.done(order.code, remake.code) })
      onClose()
    },
  })
  return (
    <FormDialog
      {...{ form, onClose }}
      title={t.title(order.code)}
      description={t.description}
      submitLabel={t.submit}
      failed={t.failed}
      refusals={t.refusals}
    >
      <Select
        name="kind"
        label={texts.entering.kind}
        placeholder={texts.choose}
        error={form.errorOf('kind')}
        value={form.values.kind}
        onChange={({ currentTarget }) => form.set({ kind: currentTarget.value })}
        options={problemKinds.map(value => ({ value, label: texts.kinds[value] }))}
      />
      <TextArea {...form.text('description')} label={t.words} required />
      <DecisionFields form={form} />
    </FormDialog>
  )
}
