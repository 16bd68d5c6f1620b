import { useState } from 'react'
import { flushSync } from 'react-dom'
import { call } from '#kit/web/call.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { ConfirmDialog } from '#kit/web/ui/confirm-dialog.tsx'
import { dismissFailures, toast } from '#kit/web/ui/toast.ts'
import { orderingCalls } from '../contract.ts'
import { orderingText } from './text.ts'

/** Throws the draft and its files away, once the user agrees. */
export function StartOver({ open, onClose, onDone }: { open: boolean; onClose: () => void; onDone: () => void }) {
  const t = useText(orderingText).draft
  const sentence = useProblemText()
  const [isPending, setPending] = useState(false)
  async function discard() {
    setPending(true)
    try {
      await call(orderingCalls.discardDraft)
    } catch (error) {
      toast({ tone: 'late', title: t.deleteFailed, description: sentence(error) })
      setPending(false)
      return onClose()
    }
    setPending(false)
    // Under it no field can be reached.
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
      onConfirm={() => void discard()}
      onCancel={onClose}
    />
  )
}
