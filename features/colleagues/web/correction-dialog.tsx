import { AddressDialog } from '#features/account/web/address-dialog.tsx'
import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { useText } from '#kit/web/text.tsx'
import { type Colleague, colleagueCalls } from '../contract.ts'
import { nameOf } from './name.ts'
import { colleaguesText } from './text.ts'
import { useMailing } from './use-mailing.ts'

export function CorrectionDialog({ colleague, onClose }: { colleague: Colleague; onClose: () => void }) {
  const t = useText(colleaguesText)
  const changed = useChanged()
  const mailing = useMailing()
  const { id, email } = colleague
  const name = nameOf(colleague)
  return (
    <AddressDialog
      person={{ name, email }}
      send={body => call(colleagueCalls.correct, { params: { id }, body }).finally(() => void changed('colleagues'))}
      done={() => ({ title: t.invitedAgain(name), description: mailing.invitedAgain })}
      refusals={t.refusals}
      onClose={onClose}
    />
  )
}
