import type { ProblemKind } from '#features/cases/contract.ts'
import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useText } from '#kit/web/text.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { TextArea } from '#kit/web/ui/text-area.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useForm } from '#kit/web/use-form.ts'
import { staffComplaintCalls } from '../contract.ts'
import { NewComplaint } from '../input.ts'
import { staffComplaintsText } from './staff-text.ts'

const kinds = ['fit', 'shade', 'contact', 'breakage', 'missing', 'late', 'other'] as const satisfies ProblemKind[]

/** Notes a complaint that came outside the portal. */
export function EnterDialog({ onClose }: { onClose: () => void }) {
  const texts = useText(staffComplaintsText)
  const t = texts.entering
  const changed = useChanged()
  const words = { required: texts.required, too_long: texts.tooLong }
  const form = useForm({
    initial: { orderCode: '', kind: '', description: '' },
    shape: NewComplaint,
    body: ({ kind, ...values }) => ({ ...values, kind: kind || undefined }),
    sentences: {
      orderCode: { ...words, order_unknown: t.unknown },
      kind: { required: texts.choose },
      description: words,
    },
    send: (body, key) => call(staffComplaintCalls.enter, { body, key }).finally(() => void changed('sheets')),
    done: () => {
      toast({ title: t.done })
      onClose()
    },
  })
  return (
    <FormDialog
      {...{ form, onClose }}
      title={t.title}
      description={t.description}
      submitLabel={t.submit}
      failed={t.failed}
      refusals={{ order_unknown: t.unknown }}
    >
      <TextInput {...form.text('orderCode')} label={t.orderCode} required autoComplete="off" spellCheck={false} />
      <Select
        name="kind"
        label={t.kind}
        placeholder={texts.choose}
        error={form.errorOf('kind')}
        value={form.values.kind}
        onChange={({ currentTarget }) => form.set({ kind: currentTarget.value })}
        options={kinds.map(value => ({ value, label: texts.kinds[value] }))}
      />
      <TextArea {...form.text('description')} label={t.words} required />
    </FormDialog>
  )
}
