import { type ReactNode, useEffect, useRef } from 'react'
import './answer.css'

/** The result of a press whose button is gone or far away: takes the focus when it appears. */
export function Answer({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => ref.current?.focus(), [])
  return (
    <div ref={ref} className="answer" tabIndex={-1}>
      {children}
    </div>
  )
}
