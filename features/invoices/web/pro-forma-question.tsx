import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useText } from '#kit/web/text.tsx'
import { TextArea } from '#kit/web/ui/text-area.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useForm } from '#kit/web/use-form.ts'
import { invoiceCalls } from '../contract.ts'
import { ProFormaQuestion } from '../input.ts'
import { invoicesText, invoiceText } from './text.ts'

export type ProFormaQuestionProps = { id: string; pieceCode: string }

export function ProFormaQuestionDialog({ id, pieceCode, onClose }: ProFormaQuestionProps & { onClose: () => void }) {
  const t = useText(invoiceText)
  const { refused } = useText(invoicesText)
  const changed = useChanged()
  const form = useForm({
    initial: { question: '' },
    shape: ProFormaQuestion,
    body: ({ question }) => ({ question }),
    sentences: { question: { required: t.questionMissing, too_long: t.questionTooLong } },
    send: ({ question }) =>
      call(invoiceCalls.answerProForma, { params: { id }, body: { answer: 'question', question } }).finally(
        () => void changed('invoices'),
      ),
    done: () => {
      toast({ title: t.sent })
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t.askTitle(pieceCode)}
      description={t.askDescription}
      submitLabel={t.send}
      failed={t.sendFailed}
      refusals={refused}
    >
      <TextArea {...form.text('question')} label={t.question} required />
    </FormDialog>
  )
}
