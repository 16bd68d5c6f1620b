import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { ConfirmDialog } from '#kit/web/ui/confirm-dialog.tsx'
import { dismissFailures, toast } from '#kit/web/ui/toast.ts'
import { orderingText } from './text.ts'

type StartOverProps = { open: boolean; onClose: () => void; discard: () => Promise<unknown>; onDone: () => void }

/** Discards the draft and its files, once the user confirms. */
export function StartOver({ open, onClose, discard, onDone }: StartOverProps) {
  const t = useText(orderingText).draft
  const sentence = useProblemText()
  const [isPending, setPending] = useState(false)
  async function confirm() {
    setPending(true)
    try {
      await discard()
    } catch (error) {
      toast({ tone: 'late', title: t.deleteFailed, description: sentence(error) })
      setPending(false)
      return onClose()
    }
    setPending(false)
    // The dialog must be closed before fields can be focused.
    flushSync(onClose)
    dismissFailures()
    onDone()
  }
  return (
    <ConfirmDialog
      open={open}
      title={t.startOverTitle}
      description={t.startOverAdvice}
      confirmLabel={t.delete}
      cancelLabel={t.keep}
      pending={isPending}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    />
  )
}
