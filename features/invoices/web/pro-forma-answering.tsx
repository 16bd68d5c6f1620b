import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { useLateDialog } from '#kit/web/use-late-dialog.tsx'
import { type Invoice, invoiceCalls } from '../contract.ts'
import type { ProFormaQuestionProps } from './pro-forma-question.tsx'
import { invoicesText, invoiceText } from './text.ts'

const loadDialog = async () => (await import('./pro-forma-question.tsx')).ProFormaQuestionDialog

/** The question and answer about a pro forma, and whether the practice or the laboratory has to answer next. */
export function ProFormaAnswering({ known }: { known: Invoice }) {
  return (
    <>
      {known.question && <Said known={known} question={known.question} />}
      {known.status === 'to_validate' && <Asked known={known} />}
    </>
  )
}

function Said({ known: { answer, status }, question }: { known: Invoice; question: string }) {
  const t = useText(invoiceText)
  return (
    <Notice icon="message" title={t.asked}>
      <p className="invoice-words">{question}</p>
      {answer && (
        <>
          <p className="strong">{t.answered}</p>
          <p className="invoice-words">{answer}</p>
        </>
      )}
      {status === 'in_validation' && <p>{t.waiting}</p>}
    </Notice>
  )
}

function Asked({ known: { id, pieceCode } }: { known: Invoice }) {
  const t = useText(invoiceText)
  const { refused } = useText(invoicesText)
  const sentence = useProblemText()
  const changed = useChanged()
  const question = useLateDialog<ProFormaQuestionProps>(loadDialog)
  const approving = useAttempt(async () => {
    await call(invoiceCalls.answerProForma, { params: { id }, body: { answer: 'approve' } }).finally(
      () => void changed('invoices'),
    )
    toast({ title: t.approved(pieceCode) })
  })
  return (
    <Notice tone="warn" title={t.toApprove}>
      <p>{t.toApproveMeaning}</p>
      <div className="row">
        <Button variant="primary" pending={approving.isPending} onClick={() => void approving.run()}>
          {t.approve}
        </Button>
        <Button
          onPointerEnter={question.prepare}
          onFocus={question.prepare}
          onClick={() => question.open({ id, pieceCode })}
        >
          {t.ask}
        </Button>
      </div>
      {approving.error !== undefined && (
        <p role="alert">
          {t.approveFailed}. {sentence(approving.error, refused)}
        </p>
      )}
      {question.dialog}
    </Notice>
  )
}
