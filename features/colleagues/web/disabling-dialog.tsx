import { useChanged } from '#features/live/web/use-changed.ts'
import { ActDialog } from '#kit/web/act-dialog.tsx'
import { call } from '#kit/web/call.ts'
import { useText } from '#kit/web/text.tsx'
import { type Colleague, colleagueCalls } from '../contract.ts'
import { nameOf } from './name.ts'
import { colleaguesText } from './text.ts'

export function DisablingDialog({ colleague, onClose }: { colleague: Colleague; onClose: () => void }) {
  const { disabling: t, refusals } = useText(colleaguesText)
  const changed = useChanged()
  const { id } = colleague
  const name = nameOf(colleague)
  const body = { isDisabled: true }
  return (
    <ActDialog
      title={t.title(name)}
      description={t.description}
      confirmLabel={t.confirm(name)}
      cancelLabel={t.cancel}
      act={() => call(colleagueCalls.change, { params: { id }, body }).finally(() => void changed('colleagues'))}
      done={t.done(name)}
      failed={t.failed}
      refusals={refusals}
      onClose={onClose}
    />
  )
}
