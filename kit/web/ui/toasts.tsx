import { type FocusEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useLanguage } from '../text.tsx'
import './toasts.css'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { IconButton } from './icon-button.tsx'
import { dismissToast, type ShownToast, toastStore } from './toast.ts'

type ToastsProps = {
  /** Names the region ("Notifications"). */
  label: string
  dismissLabel: string
}

const none: readonly ShownToast[] = []

/** Mounted once. Its live regions always exist, so that messages appearing in them are announced. */
export function Toasts({ label, dismissLabel }: ToastsProps) {
  const all = useSyncExternalStore(toastStore.subscribe, toastStore.read, () => none)
  const language = useLanguage()
  // After a language switch, messages in the old language are not shown.
  const toasts = all.filter(toast => toast.language === language)
  const region = useRef<HTMLElement>(null)
  const [paused, setPaused] = useState(false)
  /** Where the focus was before; restored when the message disappears. */
  const before = useRef<HTMLElement>(null)
  const newest = toasts.at(-1)?.id

  useEffect(() => {
    const popover = region.current
    if (!popover) return
    // Shown again for each message, to be on top of dialogs opened in between.
    if (popover.matches(':popover-open')) popover.hidePopover()
    if (newest !== undefined) popover.showPopover()
  }, [newest])

  function enter(event: FocusEvent<HTMLElement>) {
    setPaused(true)
    const from = event.relatedTarget
    if (from instanceof HTMLElement && !event.currentTarget.contains(from)) before.current = from
  }
  function dismiss(id: number) {
    if (region.current?.contains(document.activeElement)) before.current?.focus()
    setPaused(false)
    dismissToast(id)
  }
  const item = (toast: ShownToast) => (
    <ToastItem key={toast.id} toast={toast} paused={paused} dismissLabel={dismissLabel} onDismiss={dismiss} />
  )
  return (
    <section
      ref={region}
      className="toasts"
      popover="manual"
      aria-label={label}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={enter}
      onBlur={() => setPaused(false)}
    >
      <div role="alert">{toasts.filter(toast => toast.tone === 'late').map(item)}</div>
      <div role="status">{toasts.filter(toast => toast.tone !== 'late').map(item)}</div>
    </section>
  )
}

const icons = { ok: 'check', late: 'warning', info: 'info' } as const

type ToastItemProps = { toast: ShownToast; paused: boolean; dismissLabel: string; onDismiss: (id: number) => void }

function ToastItem({ toast, paused, dismissLabel, onDismiss }: ToastItemProps) {
  const { id, title, description, tone = 'ok', action } = toast
  const stay = tone === 'late' || action ? 10_000 : 6_000

  useEffect(() => {
    if (paused) return
    const timer = setTimeout(dismissToast, stay, id)
    return () => clearTimeout(timer)
  }, [paused, stay, id])

  return (
    <div className={`toast toast--${tone}`}>
      <Icon name={icons[tone]} />
      <div className="toast__words">
        <p className="strong">{title}</p>
        {description && <p className="muted">{description}</p>}
      </div>
      {action && (
        <Button
          size="sm"
          onClick={() => {
            onDismiss(id)
            action.run()
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton icon="close" size="sm" label={dismissLabel} onClick={() => onDismiss(id)} />
    </div>
  )
}
