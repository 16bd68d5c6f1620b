import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import './jump-list.css'

/** What stands on a long page, and a way to each part of it. */
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

/** One of those parts: whoever has jumped there goes on from there, and stays there while the others fill. */
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

/** Of a slow line: whoever scrolls by other means is not brought back for ever. */
const longest = 10_000
/** Whoever loads the page anew or comes back to it is taken by the router to where they were on it. */
let isArrival = performance
  .getEntriesByType('navigation')
  .some(entry => entry instanceof PerformanceNavigationTiming && entry.type === 'navigate')

/** What comes late makes the page longer, above and below, until somebody goes on from there themselves. */
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
