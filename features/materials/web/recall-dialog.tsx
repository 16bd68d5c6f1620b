import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useText } from '#kit/web/text.tsx'
import { TextArea } from '#kit/web/ui/text-area.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useForm } from '#kit/web/use-form.ts'
import { type RecalledLot, recallCalls } from '../contract.ts'
import { Recall } from '../input.ts'
import { materialsText } from './text.ts'

/** States the extent before confirming: how many cases of how many practices. */
export function RecallDialog({ lot, onClose }: { lot: RecalledLot; onClose: () => void }) {
  const texts = useText(materialsText)
  const t = texts.recall.form
  const changed = useChanged()
  const { id, number, material, counts, blocked } = lot
  const left = counts.cases - counts.told
  const words = { required: texts.required, too_long: texts.tooLong }
  const form = useForm({
    initial: { because: blocked?.because ?? '', message: t.prefilled(material.name, number) },
    shape: Recall,
    sentences: { because: words, message: words },
    send: (body, key) => call(recallCalls.recall, { params: { id }, body, key }).finally(() => void changed('sheets')),
    done: ({ data }) => {
      toast({ title: t.done(data.told) })
      onClose()
    },
  })
  return (
    <FormDialog
      {...{ form, onClose }}
      title={t.title(number)}
      description={t.description(left, counts.practices)}
      submitLabel={t.submit(left)}
      failed={t.failed}
    >
      <TextArea {...form.text('because')} label={t.because} rows={2} required />
      <TextArea {...form.text('message')} label={t.message} required />
    </FormDialog>
  )
}
