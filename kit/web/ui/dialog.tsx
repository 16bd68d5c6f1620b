import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import './dialog.css'
import { classes } from './classes.ts'
import { IconButton } from './icon-button.tsx'

export type DialogProps = {
  open: boolean
  onClose: () => void
  /** Asked before Escape or the close button closes it; `false` keeps it open (unsaved edits). */
  onBeforeClose?: (() => boolean | Promise<boolean>) | undefined
  title: ReactNode
  description?: ReactNode
  /** Names the close button; without it there is none, and the footer must hold the way out. */
  closeLabel?: string | undefined
  /** The buttons, the one that goes on last. */
  footer?: ReactNode
  size?: 'sm' | 'md' | 'lg' | undefined
  /** The focus begins at the heading: a press that comes too fast decides nothing. */
  isReadFirst?: boolean | undefined
  /** By a press beside it, too: where nothing that somebody wrote would be lost. */
  isEasilyLeft?: boolean | undefined
  role?: 'dialog' | 'alertdialog' | undefined
  children?: ReactNode
}

/** A dialog gives the focus to whoever carries the attribute, which React does not write. */
const receiveFocus = (element: HTMLElement | null) => element?.setAttribute('autofocus', '')

/** In the order in which they were opened: each lies over those before. */
let stack: readonly HTMLDialogElement[] = []

/** Each lays its backdrop over those before: dialog.css makes the gutter of the scrollbar as dark. */
function setStack(next: readonly HTMLDialogElement[]) {
  stack = next
  document.documentElement.style.setProperty('--open-dialogs', String(stack.length))
}

/** One that the browser has closed, beneath those that lie over it. Whether there are such: it has been asked about already. */
function openAgain(dialog: HTMLDialogElement): boolean {
  const above = stack.slice(stack.indexOf(dialog) + 1)
  for (const each of [dialog, ...above]) {
    each.close()
    each.showModal()
  }
  return above.length > 0
}

/** The platform's modal dialog: it traps the focus, gives it back, and is named by its heading. */
export function Dialog(props: DialogProps) {
  const { open, onClose, onBeforeClose, title, description, closeLabel, footer, size = 'md', role, children } = props
  const id = useId()
  const ref = useRef<HTMLDialogElement>(null)

  useLayoutEffect(() => {
    const dialog = ref.current
    if (!open || !dialog) return
    dialog.showModal()
    setStack([...stack, dialog])
    // Also when the whole component goes away: an element that is only removed does not give the focus back.
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
      // A browser may close it without asking (Escape once more, with nothing pressed in between): what is written in it comes back
      // with the question. The event comes late: by then the dialog may stand open again.
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
          {/* Last in the order, so that opening lands on the first field, not on "close". */}
          {closeLabel && <IconButton className="dialog__close" icon="close" label={closeLabel} onClick={askToClose} />}
        </>
      )}
    </dialog>
  )
}
