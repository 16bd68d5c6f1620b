import type { ReactNode } from 'react'
import { useProblemText } from './problem-text.ts'
import { ConfirmDialog } from './ui/confirm-dialog.tsx'
import { Notice } from './ui/notice.tsx'
import { toast } from './ui/toast.ts'
import { useAttempt } from './use-attempt.ts'

type ActDialogProps = {
  title: ReactNode
  description?: ReactNode
  /** Names the act and the object. */
  confirmLabel: string
  cancelLabel: string
  tone?: 'danger' | 'primary'
  act: () => Promise<unknown>
  /** Said when it is done. */
  done: string
  /** What it means that it was not. */
  failed: string
  /** The sentences of what only this endpoint refuses. */
  refusals?: Partial<Record<string, string>>
  onClose: () => void
  children?: ReactNode
}

/** A question before an act. It stays where the act was refused, and says why. */
export function ActDialog({ act, done, failed, refusals, onClose, children, ...question }: ActDialogProps) {
  const sentence = useProblemText()
  const { run, isPending, error } = useAttempt(async () => {
    await act()
    toast({ title: done })
    onClose()
  })
  return (
    <ConfirmDialog {...question} open pending={isPending} onConfirm={() => void run()} onCancel={onClose}>
      <div className="stack">
        {children}
        {error !== undefined && (
          <Notice tone="late" live title={failed}>
            {sentence(error, refusals)}
          </Notice>
        )}
      </div>
    </ConfirmDialog>
  )
}
