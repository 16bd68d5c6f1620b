import { type ReactNode, useEffect, useRef } from 'react'
import './answer.css'

/** The answer to a press, where what was pressed has gone or stands far away: it takes the focus as it comes. */
export function Answer({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => ref.current?.focus(), [])
  return (
    <div ref={ref} className="answer" tabIndex={-1}>
      {children}
    </div>
  )
}
