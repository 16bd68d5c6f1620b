import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import './dialog.css'
import { classes } from './classes.ts'
import { IconButton } from './icon-button.tsx'

export type DialogProps = {
  open: boolean
  onClose: () => void
  /** Called before Escape or the close button closes it; `false` keeps it open (unsaved edits). */
  onBeforeClose?: (() => boolean | Promise<boolean>) | undefined
  title: ReactNode
  description?: ReactNode
  /** Names the close button; without it there is none, and the footer must hold the way out. */
  closeLabel?: string | undefined
  /** The buttons, the affirmative one last. */
  footer?: ReactNode
  size?: 'sm' | 'md' | 'lg' | undefined
  /** Focus starts at the heading, so that a hasty press decides nothing. */
  isReadFirst?: boolean | undefined
  /** A press beside it closes it too: only where no typed text would be lost. */
  isEasilyLeft?: boolean | undefined
  role?: 'dialog' | 'alertdialog' | undefined
  children?: ReactNode
}

/** showModal focuses the element with this attribute, which React does not render. */
const receiveFocus = (element: HTMLElement | null) => element?.setAttribute('autofocus', '')

/** Open dialogs in the order of opening, the last on top. */
let stack: readonly HTMLDialogElement[] = []

/** Backdrops add up: dialog.css darkens the scrollbar's gutter by the same amount. */
function setStack(next: readonly HTMLDialogElement[]) {
  stack = next
  document.documentElement.style.setProperty('--open-dialogs', String(stack.length))
}

/**
 * Reopens a dialog that the browser has closed, and those above it in their order. Returns whether there were any above, in which
 * case the question has already been asked.
 */
function openAgain(dialog: HTMLDialogElement): boolean {
  const above = stack.slice(stack.indexOf(dialog) + 1)
  for (const each of [dialog, ...above]) {
    each.close()
    each.showModal()
  }
  return above.length > 0
}

/** The platform's modal dialog: it traps the focus, restores it on closing, and is named by its heading. */
export function Dialog(props: DialogProps) {
  const { open, onClose, onBeforeClose, title, description, closeLabel, footer, size = 'md', role, children } = props
  const id = useId()
  const ref = useRef<HTMLDialogElement>(null)

  useLayoutEffect(() => {
    const dialog = ref.current
    if (!open || !dialog) return
    dialog.showModal()
    setStack([...stack, dialog])
    // Also on unmount: removing an open dialog from the page does not restore the focus.
    return () => {
      dialog.close()
      setStack(stack.filter(one => one !== dialog))
    }
  }, [open])

  async function askToClose() {
    if (!onBeforeClose || (await onBeforeClose())) onClose()
  }

  return (
    <dialog
      ref={ref}
      className={classes('dialog', size !== 'md' && `dialog--${size}`)}
      role={role}
      closedby={props.isEasilyLeft ? 'any' : undefined}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      onCancel={event => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        void askToClose()
      }}
      // The browser may close it without asking (a second Escape in a row): it is reopened with its content and the question is
      // asked. The event comes late: by then the dialog may be open again.
      onClose={event => {
        const dialog = event.currentTarget
        if (!open || event.target !== dialog || dialog.open) return
        if (!onBeforeClose) return onClose()
        if (!openAgain(dialog)) void askToClose()
      }}
    >
      {open && (
        <>
          <header className="dialog__head">
            <h2 id={`${id}-title`} {...(props.isReadFirst && { tabIndex: -1, ref: receiveFocus })}>
              {title}
            </h2>
            {description && (
              <p className="muted" id={`${id}-description`}>
                {description}
              </p>
            )}
          </header>
          {children && <div className="dialog__body">{children}</div>}
          {footer && <footer className="dialog__foot">{footer}</footer>}
          {/* Last in the order, so that focus starts in the first field, not on "close". */}
          {closeLabel && <IconButton className="dialog__close" icon="close" label={closeLabel} onClick={askToClose} />}
        </>
      )}
    </dialog>
  )
}
