import { useEffect, useState } from 'react'
import { dialog } from './dirty-forms.ts'
import { kitText } from './kit-text.ts'
import { useText } from './text.tsx'
import { ConfirmDialog } from './ui/confirm-dialog.tsx'

type Answer = (leave: boolean) => void

/** While mounted, answers for dirty-forms.ts whether typed text may be lost. */
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
        // Staying returns the focus to the field, not to the link that would have led away.
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
