import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import './jump-list.css'

/** Links to the parts of a long page. */
export function JumpList({ label, parts }: { label: string; parts: readonly { id: string; name: string }[] }) {
  return (
    <nav className="jump-list" aria-label={label}>
      {parts.map(({ id, name }) => (
        <a key={id} href={`#${id}`}>
          {name}
        </a>
      ))}
    </nav>
  )
}

/** A target of the jump list: keeps its position on arrival while other parts load. */
export function JumpPart({ id, children }: { id: string; children: ReactNode }) {
  const part = useRef<HTMLDivElement>(null)
  const isNamed = useLocation({ select: ({ hash }) => hash === id })
  useEffect(() => (isNamed && part.current ? keepInView(part.current) : undefined), [isNamed])
  return (
    <div ref={part} className="jump-part stack" id={id} tabIndex={-1}>
      {children}
    </div>
  )
}

/** Milliseconds: on a slow line, users who scroll by unnoticed means must not be held for ever. */
const longest = 10_000
/** On reloads and returns the router restores the scroll position instead. */
let isArrival = performance
  .getEntriesByType('navigation')
  .some(entry => entry instanceof PerformanceNavigationTiming && entry.type === 'navigate')

/** Holds the part in view while late content makes the page longer, until the user moves on. */
function keepInView(part: HTMLElement) {
  if (!isArrival) return undefined
  part.focus({ preventScroll: true })
  const growth = new ResizeObserver(() => part.scrollIntoView())
  growth.observe(part.parentElement ?? part)
  const moving = new AbortController()
  const { signal } = moving
  function leave() {
    isArrival = false
    growth.disconnect()
    moving.abort()
  }
  for (const touch of ['wheel', 'pointerdown', 'keydown']) addEventListener(touch, leave, { signal, passive: true })
  const patience = setTimeout(leave, longest)
  return () => {
    clearTimeout(patience)
    leave()
  }
}
