import type { ReactNode } from 'react'
import { Problem } from '#kit/problem.ts'
import { useProblemText } from './problem-text.ts'
import { ConfirmDialog } from './ui/confirm-dialog.tsx'
import { Notice } from './ui/notice.tsx'
import { toast } from './ui/toast.ts'
import { useAttempt } from './use-attempt.ts'

type ActDialogProps = {
  title: ReactNode
  description?: ReactNode
  /** Names the action and the object. */
  confirmLabel: string
  cancelLabel: string
  tone?: 'danger' | 'primary'
  /** The question's text is still loading. */
  pending?: boolean
  act: () => Promise<unknown>
  /** Shown on success. */
  done: string
  /** Shown on failure: what it means. */
  failed: string
  /** Sentences for the endpoint's own refusals. */
  refusals?: Partial<Record<string, string>>
  /**
   * For final refusals the action goes away: `instead` gives its replacement, null for nothing, undefined where another try may
   * help.
   */
  forGood?: { instead: (refusal: string) => ReactNode; closeLabel: string }
  onClose: () => void
  children?: ReactNode
}

/** Asks before an action. Stays open with the reason when the action is refused. */
export function ActDialog(props: ActDialogProps) {
  const { act, done, failed, refusals, forGood, pending, onClose, children, ...question } = props
  const sentence = useProblemText()
  const { run, isPending, error } = useAttempt(async () => {
    await act()
    toast({ title: done })
    onClose()
  })
  const instead = error instanceof Problem ? forGood?.instead(error.code) : undefined
  const over = instead === undefined ? undefined : forGood
  return (
    <ConfirmDialog
      {...question}
      {...(over && { description: undefined, confirmLabel: undefined, cancelLabel: over.closeLabel })}
      open
      pending={isPending || pending}
      onConfirm={() => void run()}
      onCancel={onClose}
    >
      {(children || error !== undefined) && (
        <div className="stack">
          {!over && children}
          {error !== undefined && (
            <Notice tone="late" live title={failed}>
              {sentence(error, refusals)}
            </Notice>
          )}
          {instead}
        </div>
      )}
    </ConfirmDialog>
  )
}
