import { useEffect, useState } from 'react'
import { dialog } from './dirty-forms.ts'
import { kitText } from './kit-text.ts'
import { useText } from './text.tsx'
import { ConfirmDialog } from './ui/confirm-dialog.tsx'

type Answer = (leave: boolean) => void

/** Mounted, it answers for dirty-forms.ts whether what was typed may be lost. */
export function UnsavedQuestion() {
  const t = useText(kitText)
  const [answer, setAnswer] = useState<Answer>()
  useEffect(() => {
    let open: Answer | undefined
    let typedIn: HTMLElement | undefined
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && target.matches('input:not([type=search]), textarea, select'))
        typedIn = target
    }
    document.addEventListener('focusin', remember)
    dialog.ask = async () => {
      open?.(false)
      let mine: Answer | undefined
      const discard = await new Promise<boolean>(resolve => {
        mine = resolve
        open = resolve
        setAnswer(() => resolve)
      })
      // A newer question stays.
      if (open === mine) {
        open = undefined
        setAnswer(undefined)
        // Whoever goes on typing does so where they were, not at the link that was to lead away.
        if (!discard) requestAnimationFrame(() => typedIn?.isConnected && typedIn.focus())
      }
      return discard
    }
    return () => {
      document.removeEventListener('focusin', remember)
      dialog.ask = undefined
      open?.(false)
    }
  }, [])
  return (
    <ConfirmDialog
      open={answer !== undefined}
      title={t.common.confirmDirtyDialogTitle}
      description={t.common.confirmDirtyDialogClose}
      confirmLabel={t.common.confirmDirtyDialogLeave}
      cancelLabel={t.common.confirmDirtyDialogStay}
      onConfirm={() => answer?.(true)}
      onCancel={() => answer?.(false)}
    />
  )
}
