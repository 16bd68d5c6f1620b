import { type FocusEvent, type ReactNode, type ToggleEvent, useId, useRef, useState } from 'react'
import './popover.css'
import { classes } from './classes.ts'

/** To be spread on the button that opens the popover; works before hydration too. */
export type PopoverTrigger = { popoverTarget: string; 'aria-expanded': boolean; className: string }

type PopoverProps = {
  /** Names the panel. */
  label: string
  trigger: (attributes: PopoverTrigger) => ReactNode
  /** The edge of the trigger that the panel is aligned to. */
  align?: 'start' | 'end' | undefined
  panelClassName?: string | undefined
  children: ReactNode
}

/** Focus enters a radio group or a calendar grid at its chosen element. */
const chosen = 'input[type=radio]:checked, td>[tabindex="0"]'
const focusable = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea'

function enter(panel: HTMLElement) {
  const first = panel.querySelector<HTMLElement>(chosen) ?? panel.querySelector<HTMLElement>(focusable)
  first?.focus()
  return first !== null
}

/** Without (scoped) anchor positioning the panel is placed under its trigger by script. */
function placeByHand(panel: HTMLElement, trigger: Element, align: 'start' | 'end') {
  if (CSS.supports('anchor-scope', 'all')) return
  const box = trigger.getBoundingClientRect()
  const below = innerHeight - box.bottom >= box.top
  panel.style.inset = 'auto'
  if (below) panel.style.top = `${box.bottom + 4}px`
  else panel.style.bottom = `${innerHeight - box.top + 4}px`
  if (align === 'start') panel.style.left = `${box.left}px`
  else panel.style.right = `${document.documentElement.clientWidth - box.right}px`
}

/** A button and the panel it opens. The platform closes it on Escape and on a press outside, and restores the focus. */
export function Popover({ label, trigger, align = 'start', panelClassName, children }: PopoverProps) {
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  // The content exists only while the panel is open, so that a table with a menu in every row stays light.
  const [open, setOpen] = useState(false)

  // React also reports toggles of panels within.
  const isOwn = ({ target, currentTarget }: ToggleEvent<HTMLElement>) => target === currentTarget

  function prepare(event: ToggleEvent<HTMLElement>) {
    if (!isOwn(event)) return
    const opens = event.newState === 'open'
    const button = root.current?.firstElementChild
    if (opens && button) placeByHand(event.currentTarget, button, align)
    if (opens) setOpen(true)
  }
  function settle(event: ToggleEvent<HTMLElement>) {
    if (!isOwn(event)) return
    const opened = event.newState === 'open'
    setOpen(opened)
    const panel = event.currentTarget
    const trigger = root.current?.firstElementChild
    // Within another popover the platform does not restore the focus.
    if (!opened && panel.contains(document.activeElement) && trigger instanceof HTMLElement) trigger.focus()
    if (!opened || enter(panel)) return
    // Its content is still loading: kit/web/later.tsx.
    const watch = new MutationObserver(() => enter(panel) && watch.disconnect())
    watch.observe(panel, { childList: true, subtree: true })
  }

  /** Closes the panel when Tab moves the focus out, so that it does not stay over the page. */
  function leave(event: FocusEvent<HTMLElement>) {
    const next = event.relatedTarget
    if (next && !root.current?.contains(next)) event.currentTarget.hidePopover()
  }

  return (
    <div className="popover" ref={root}>
      {trigger({ popoverTarget: id, 'aria-expanded': open, className: 'popover__trigger' })}
      <fieldset
        className={classes('popover__panel', align === 'end' && 'popover__panel--end', panelClassName)}
        id={id}
        popover="auto"
        // Focusable, so that a press on its text or padding keeps the focus inside.
        tabIndex={-1}
        aria-label={label}
        onBeforeToggle={prepare}
        onToggle={settle}
        onBlur={leave}
      >
        {open && children}
      </fieldset>
    </div>
  )
}

/** Closes the popover that contains an element, restoring the focus to its trigger. */
export function closePopover(inside: Element) {
  inside.closest<HTMLElement>('[popover]')?.hidePopover()
}
