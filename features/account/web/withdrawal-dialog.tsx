import { useChanged } from '#features/live/web/use-changed.ts'
import { ActDialog } from '#kit/web/act-dialog.tsx'
import { call } from '#kit/web/call.ts'
import { useText } from '#kit/web/text.tsx'
import { type AccountChange, accountCalls } from '../contract.ts'
import { accountPageText } from './page-text.ts'

/** Names what is withdrawn. */
export function WithdrawalDialog({ change, onClose }: { change: AccountChange; onClose: () => void }) {
  const words = useText(accountPageText)
  const t = words.withdrawal
  const changed = useChanged()
  return (
    <ActDialog
      title={t.title(words.parts[change.part])}
      description={change.isOwn ? t.description : t.descriptionOf(change.requestedBy)}
      confirmLabel={t.act}
      cancelLabel={t.keep}
      // Also after a refusal: the laboratory may have been quicker.
      act={() => call(accountCalls.withdraw, { params: { id: change.id } }).finally(() => void changed('account'))}
      done={t.done}
      failed={t.failed}
      refusals={words.refusals}
      onClose={onClose}
    />
  )
}
