import { useQuery } from '@tanstack/react-query'
import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useFormat } from '#kit/web/format.tsx'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { Choices } from '#kit/web/ui/choices.tsx'
import { DescriptionList } from '#kit/web/ui/description-list.tsx'
import { BlockSkeleton } from '#kit/web/ui/skeleton.tsx'
import { TextArea } from '#kit/web/ui/text-area.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useForm } from '#kit/web/use-form.ts'
import { invoiceCalls } from '../contract.ts'
import { ProFormaAnswer, proFormaAnswers } from '../input.ts'
import { invoiceOne } from './queries.ts'
import { invoicesText } from './text.ts'

export type ProFormaDialogProps = { piece: { id: string; pieceCode: string } }

/** What is going to be invoiced, and the practice's word on it. */
export function ProFormaDialog({ piece, onClose }: ProFormaDialogProps & { onClose: () => void }) {
  const t = useText(invoicesText).proForma
  const { money } = useFormat()
  const changed = useChanged()
  const found = useQuery(invoiceOne(piece.id))
  const form = useForm({
    initial: { answer: 'approve' as (typeof proFormaAnswers)[number], question: '' },
    shape: ProFormaAnswer,
    body: ({ answer, question }) => (answer === 'approve' ? { answer } : { answer, question }),
    sentences: { question: { required: t.questionMissing, too_long: t.questionTooLong } },
    send: body =>
      call(invoiceCalls.answerProForma, { params: { id: piece.id }, body }).finally(() => void changed('invoices')),
    done: () => {
      toast({ title: t.done[form.values.answer] })
      onClose()
    },
  })
  const { answer } = form.values
  return (
    <FormDialog
      {...{ form, onClose }}
      title={t.title(piece.pieceCode)}
      description={t.description}
      submitLabel={t.submit[answer]}
      failed={t.failed}
      refusals={t.refusals}
    >
      {found.data ? (
        <DescriptionList
          items={[
            ...found.data.lines.map(({ position, label, order, quantity, netCents }) => ({
              term: t.line(position, label, quantity, order?.code),
              detail: money(netCents),
            })),
            { term: t.vat, detail: money(found.data.vatCents) },
            { term: t.total, detail: money(found.data.amountCents) },
          ]}
        />
      ) : found.error ? (
        <QueryFailure title={t.notLoaded} query={found} />
      ) : (
        <BlockSkeleton />
      )}
      <Choices
        {...form.field('answer')}
        label={t.yourAnswer}
        options={proFormaAnswers.map(value => ({ value, label: t.answers[value], detail: t.details[value] }))}
      />
      {answer === 'question' && <TextArea {...form.text('question')} label={t.question} rows={3} required />}
    </FormDialog>
  )
}
