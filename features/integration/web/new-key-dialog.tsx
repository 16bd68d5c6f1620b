import { useState } from 'react'
import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { kitText } from '#kit/web/kit-text.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { ConfirmDialog } from '#kit/web/ui/confirm-dialog.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { type Program, staffProgramCalls } from '../staff-contract.ts'
import { KeyDialog } from './key-dialog.tsx'
import { programsText } from './staff-text.ts'

/** Says first what becomes of the existing keys; a new key lets a removed program in again. */
export function NewKeyDialog({ program, onClose }: { program: Program; onClose: () => void }) {
  const { id, name, keys, removedAt } = program
  const { newKey, again, refusals } = useText(programsText)
  const t = removedAt ? again : newKey
  const { common } = useText(kitText)
  const sentence = useProblemText()
  const changed = useChanged()
  const [secret, setSecret] = useState<string>()
  const { run, isPending, error } = useAttempt(async () => {
    const { data } = await call(staffProgramCalls.newKey, { params: { id } }).finally(() => void changed('programs'))
    setSecret(data.key)
  })
  if (secret !== undefined) return <KeyDialog {...{ name, secret, onClose }} />
  return (
    <ConfirmDialog
      open
      tone="primary"
      title={t.title(name)}
      description={
        removedAt ? again.description : newKey.goesOn(keys.map(({ hint }) => `…${hint}`).join(', '), keys.length)
      }
      confirmLabel={t.confirm}
      cancelLabel={common.cancel}
      pending={isPending}
      onConfirm={() => void run()}
      onCancel={onClose}
    >
      {error !== undefined && (
        <Notice tone="late" live title={t.failed}>
          {sentence(error, refusals)}
        </Notice>
      )}
    </ConfirmDialog>
  )
}
