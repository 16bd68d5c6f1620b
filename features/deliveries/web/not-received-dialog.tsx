import { CallButton } from '#features/brand/web/call-button.tsx'
import { useChanged } from '#features/live/web/use-changed.ts'
import type { RefusalOf } from '#kit/contract.ts'
import { ActDialog } from '#kit/web/act-dialog.tsx'
import { call } from '#kit/web/call.ts'
import { notReceivedCalls } from '../not-received-contract.ts'

type OfCase = (code: string) => string
export type NotReceivedProps = {
  known: { id: string; code: string }
  /** Texts of the screen that opens the dialog. */
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

/** For a case that the practice has wrongly confirmed. If it can no longer be withdrawn, it offers the telephone. */
export function NotReceivedDialog({ known: { id, code }, words, onClose }: NotReceivedProps) {
  const changed = useChanged()
  const instead = (refusal: string) => (refusal === 'not_received' ? null : <CallButton />)
  return (
    <ActDialog
      title={words.title(code)}
      description={words.description}
      confirmLabel={words.act(code)}
      cancelLabel={words.keep}
      act={() => call(notReceivedCalls.takeBack, { params: { id } }).finally(() => void changed('orders'))}
      done={words.done(code)}
      failed={words.failed(code)}
      refusals={words.refusals}
      forGood={{
        instead: refusal => (refusal in words.refusals ? instead(refusal) : undefined),
        closeLabel: words.close,
      }}
      onClose={onClose}
    />
  )
}
