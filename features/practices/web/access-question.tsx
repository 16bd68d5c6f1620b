import { useState } from 'react'
import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { kitText } from '#kit/web/kit-text.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { ConfirmDialog } from '#kit/web/ui/confirm-dialog.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { type PracticePage, staffPracticeCalls } from '../contract.ts'
import { seldomText } from './seldom-text.ts'
import { practicesText } from './text.ts'

/** Whether everybody of a practice is kept out from now on, or let in again. */
export function AccessQuestion({ practice, onClose }: { practice: PracticePage; onClose: () => void }) {
  const { page } = useText(practicesText)
  const { closing, opening } = useText(seldomText)
  const { common } = useText(kitText)
  const sentence = useProblemText()
  const changed = useChanged()
  const { id, name } = practice
  // As it was when it was asked: the answer comes before the question goes.
  const [isDisabled] = useState(!practice.isDisabled)
  const t = isDisabled ? closing : opening
  const { run, isPending, error } = useAttempt(async () => {
    await call(staffPracticeCalls.setOpen, { params: { id }, body: { isDisabled } }).finally(
      () => void changed('signups'),
    )
    toast({ title: t.done(name) })
    onClose()
  })
  return (
    <ConfirmDialog
      open
      tone={isDisabled ? 'danger' : 'primary'}
      title={t.title(name)}
      description={t.description}
      confirmLabel={t.act(name)}
      cancelLabel={common.cancel}
      pending={isPending}
      onConfirm={() => void run()}
      onCancel={onClose}
    >
      {error !== undefined && (
        <Notice tone="late" live title={page.notDone}>
          {sentence(error)}
        </Notice>
      )}
    </ConfirmDialog>
  )
}
