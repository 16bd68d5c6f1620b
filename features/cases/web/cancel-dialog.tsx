import { CallButton } from '#features/brand/web/call-button.tsx'
import { useChanged } from '#features/live/web/use-changed.ts'
import { Problem } from '#kit/problem.ts'
import { call } from '#kit/web/call.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { ConfirmDialog } from '#kit/web/ui/confirm-dialog.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { type Case, caseCalls } from '../contract.ts'
import { caseText } from './case-text.ts'

/** Takes the order back. When the laboratory was quicker, it says so and leaves the way to call. */
export function CancelDialog({ known: { id, code }, onClose }: { known: Case; onClose: () => void }) {
  const { cancel: words } = useText(caseText)
  const sentence = useProblemText()
  const changed = useChanged()
  const { run, isPending, error } = useAttempt(async () => {
    // Also after a refusal: the page shows what the laboratory has done meanwhile.
    const refresh = () => void changed('orders')
    await call(caseCalls.cancel, { params: { id } }).finally(refresh)
    toast({ title: words.done(code) })
    onClose()
  })
  const isTooLate = error instanceof Problem && error.code === 'order_under_way'
  return (
    <ConfirmDialog
      open
      title={words.title(code)}
      description={isTooLate ? undefined : words.description}
      confirmLabel={isTooLate ? undefined : words.act(code)}
      cancelLabel={isTooLate ? words.close : words.keep}
      pending={isPending}
      onConfirm={() => void run()}
      onCancel={onClose}
    >
      {error !== undefined && (
        <div className="stack">
          <Notice tone="late" live title={words.failed(code)}>
            {sentence(error, words.refusals)}
          </Notice>
          {isTooLate && <CallButton />}
        </div>
      )}
    </ConfirmDialog>
  )
}
