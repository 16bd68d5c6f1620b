import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useText } from '#kit/web/text.tsx'
import { TextArea } from '#kit/web/ui/text-area.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useForm } from '#kit/web/use-form.ts'
import { ProFormaAnswer } from '../input.ts'
import { staffInvoiceCalls } from '../staff-contract.ts'
import { actsText, booksText } from './staff-text.ts'

export type AnswerDialogProps = { piece: { id: string; pieceCode: string; question: string | null } }

/** Answers the practice's question in words and submits the pro forma again. */
export function AnswerDialog({ piece, onClose }: AnswerDialogProps & { onClose: () => void }) {
  const words = useText(booksText)
  const t = useText(actsText).answer
  const changed = useChanged()
  const form = useForm({
    initial: { answer: '' },
    shape: ProFormaAnswer,
    sentences: { answer: { required: t.missing, too_long: words.tooLong } },
    send: ({ answer }) =>
      call(staffInvoiceCalls.decide, { params: { id: piece.id }, body: { decision: 'submit', answer } }).finally(
        () => void changed('invoices'),
      ),
    done: () => {
      toast({ title: t.done })
      onClose()
    },
  })
  return (
    <FormDialog
      {...{ form, onClose }}
      title={t.title(piece.pieceCode)}
      submitLabel={t.submit}
      failed={words.actFailed}
      refusals={words.refusals}
    >
      <blockquote className="billing-words">{piece.question}</blockquote>
      <TextArea {...form.text('answer')} label={t.answer} hint={t.hint} rows={4} required />
    </FormDialog>
  )
}
