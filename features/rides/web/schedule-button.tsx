import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { loadText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { useLateDialog } from '#kit/web/use-late-dialog.tsx'
import type { Slot } from '../rules.ts'
import { ridesText } from './text.ts'

const loadDialog = async () =>
  (await Promise.all([import('./schedule-dialog.tsx'), loadText(ridesText)]))[0].ScheduleDialog

type ScheduleButtonProps = {
  children: ReactNode
  /** The pickup named beside the button; without one, the dialog proposes one. */
  slot?: Slot | undefined
}

/** Requests a pickup from another screen, without leaving it. */
export function ScheduleButton({ children, slot }: ScheduleButtonProps) {
  const dialog = useLateDialog<Pick<ScheduleButtonProps, 'slot'>>(loadDialog)
  return (
    <>
      <Button
        size="sm"
        icon="truck"
        pending={dialog.isComing}
        onPointerEnter={dialog.prepare}
        onFocus={dialog.prepare}
        onClick={() => dialog.open({ slot })}
      >
        {children}
      </Button>
      {/* Outside any surrounding form: browsers would submit nested forms natively. */}
      {dialog.dialog && createPortal(dialog.dialog, document.body)}
    </>
  )
}
