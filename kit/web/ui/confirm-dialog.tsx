import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

type ConfirmDialogProps = {
  open: boolean
  title: ReactNode
  description?: ReactNode
  /** Names the action and the object ("Supprimer l'absence du 3 au 5 mars"); without it the action is not offered. */
  confirmLabel?: string | undefined
  cancelLabel: string
  tone?: 'danger' | 'primary' | undefined
  pending?: boolean | undefined
  onConfirm: () => void
  onCancel: () => void
  /** The failure. */
  children?: ReactNode
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, description, confirmLabel, cancelLabel, tone = 'danger', pending, onConfirm, onCancel } = props
  return (
    <Dialog
      open={open}
      onClose={onCancel}
      title={title}
      description={description}
      size="sm"
      role="alertdialog"
      footer={
        <>
          <Button onClick={onCancel}>{cancelLabel}</Button>
          {confirmLabel && (
            <Button variant={tone} pending={pending} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          )}
        </>
      }
    >
      {props.children}
    </Dialog>
  )
}
