import { accessText } from '#features/account/web/access-text.ts'
import { ActDialog } from '#features/account/web/act-dialog.tsx'
import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { useText } from '#kit/web/text.tsx'
import { type Colleague, colleagueCalls } from '../contract.ts'
import { nameOf } from './name.ts'
import { colleaguesText } from './text.ts'

export function WithdrawalDialog({ colleague, onClose }: { colleague: Colleague; onClose: () => void }) {
  const { refusals } = useText(colleaguesText)
  const { withdrawing } = useText(accessText)
  const changed = useChanged()
  const { id } = colleague
  return (
    <ActDialog
      name={nameOf(colleague)}
      words={withdrawing}
      refusals={refusals}
      act={() => call(colleagueCalls.withdraw, { params: { id } }).finally(() => void changed('colleagues'))}
      onClose={onClose}
    />
  )
}
