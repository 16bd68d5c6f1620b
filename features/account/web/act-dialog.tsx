import type { ReactNode } from 'react'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { ConfirmDialog } from '#kit/web/ui/confirm-dialog.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { accessText } from './access-text.ts'

type ActDialogProps = {
  name: string
  words: {
    title: (name: string) => string
    description: string
    confirm: (name: string) => string
    done: (name: string) => string
    doneNext?: string
  }
  refusals: Partial<Record<string, string>>
  act: () => Promise<unknown>
  onClose: () => void
  children?: ReactNode
}

/** Confirms, by name, an action that takes away somebody's access. */
export function ActDialog({ name, words, refusals, act, onClose, children }: ActDialogProps) {
  const t = useText(accessText)
  const sentence = useProblemText()
  const { run, isPending, error } = useAttempt(async () => {
    await act()
    toast({ title: words.done(name), description: words.doneNext })
    onClose()
  })
  return (
    <ConfirmDialog
      open
      title={words.title(name)}
      description={words.description}
      confirmLabel={words.confirm(name)}
      cancelLabel={t.cancel}
      pending={isPending}
      onConfirm={() => void run()}
      onCancel={onClose}
    >
      {(children || error !== undefined) && (
        <div className="stack">
          {children}
          {error !== undefined && (
            <Notice tone="late" live title={t.notDone}>
              {sentence(error, refusals)}
            </Notice>
          )}
        </div>
      )}
    </ConfirmDialog>
  )
}
