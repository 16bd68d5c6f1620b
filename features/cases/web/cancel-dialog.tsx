import { CallButton } from '#features/brand/web/call-button.tsx'
import { useChanged } from '#features/live/web/use-changed.ts'
import { ActDialog } from '#kit/web/act-dialog.tsx'
import { call } from '#kit/web/call.ts'
import { useText } from '#kit/web/text.tsx'
import { caseActCalls } from '../acts-contract.ts'
import type { Case } from '../contract.ts'
import { caseText } from './case-text.ts'

/** Cancels the order. If the laboratory has begun meanwhile, it says so and offers the telephone. */
export function CancelDialog({ known: { id, code }, onClose }: { known: Case; onClose: () => void }) {
  const { cancel: words } = useText(caseText)
  const changed = useChanged()
  return (
    <ActDialog
      title={words.title(code)}
      description={words.description}
      confirmLabel={words.act(code)}
      cancelLabel={words.keep}
      // After a refusal too: the page then shows what the laboratory has done meanwhile.
      act={() => call(caseActCalls.cancel, { params: { id } }).finally(() => void changed('orders'))}
      done={words.done(code)}
      failed={words.failed(code)}
      refusals={words.refusals}
      forGood={{
        instead: refusal => (refusal === 'order_under_way' ? <CallButton /> : undefined),
        closeLabel: words.close,
      }}
      onClose={onClose}
    />
  )
}
