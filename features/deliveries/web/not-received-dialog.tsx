import { CallButton } from '#features/brand/web/call-button.tsx'
import { useChanged } from '#features/live/web/use-changed.ts'
import type { RefusalOf } from '#kit/contract.ts'
import { Problem } from '#kit/problem.ts'
import { call } from '#kit/web/call.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { ConfirmDialog } from '#kit/web/ui/confirm-dialog.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { notReceivedCalls } from '../not-received-contract.ts'

type OfCase = (code: string) => string
export type NotReceivedProps = {
  known: { id: string; code: string }
  /** Of the screen that asks. */
  words: {
    act: OfCase
    title: OfCase
    description: string
    keep: string
    close: string
    done: OfCase
    failed: OfCase
    refusals: Record<RefusalOf<typeof notReceivedCalls.takeBack>, string>
  }
  onClose: () => void
}

/** Somebody of the practice marked the wrong case as received. What stands can only be talked about. */
export function NotReceivedDialog({ known: { id, code }, words, onClose }: NotReceivedProps) {
  const sentence = useProblemText()
  const changed = useChanged()
  const { run, isPending, error } = useAttempt(async () => {
    const refresh = () => void changed('orders')
    await call(notReceivedCalls.takeBack, { params: { id } }).finally(refresh)
    toast({ title: words.done(code) })
    onClose()
  })
  const refusal = error instanceof Problem && error.code in words.refusals ? error.code : undefined
  return (
    <ConfirmDialog
      open
      title={words.title(code)}
      description={refusal ? undefined : words.description}
      confirmLabel={refusal ? undefined : words.act(code)}
      cancelLabel={refusal ? words.close : words.keep}
      pending={isPending}
      onConfirm={() => void run()}
      onCancel={onClose}
    >
      {error !== undefined && (
        <div className="stack">
          <Notice tone="late" live title={words.failed(code)}>
            {sentence(error, words.refusals)}
          </Notice>
          {refusal && refusal !== 'not_received' && <CallButton />}
        </div>
      )}
    </ConfirmDialog>
  )
}
