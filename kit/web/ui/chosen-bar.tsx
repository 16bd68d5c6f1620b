import { type ReactNode, useEffect } from 'react'
import './chosen-bar.css'

type ChosenBarProps = {
  /** How much of a list is chosen; nothing while nothing is. */
  says: ReactNode
  /** What became of what was done with it, where not all of it went well. */
  outcome?: ReactNode
  /** What can be done with it. */
  children: ReactNode
}

/** Below a list, and in sight wherever in it the last tick was: what is chosen, and what can be done with it. */
export function ChosenBar({ says, outcome, children }: ChosenBarProps) {
  const isShown = Boolean(says || outcome)
  useEffect(() => {
    // Whoever ticks the last row in sight by the keyboard still sees it.
    if (isShown) document.activeElement?.scrollIntoView({ block: 'nearest' })
  }, [isShown])
  return (
    <div className={isShown ? 'chosen-bar' : 'visually-hidden'}>
      {outcome}
      <p role="status" className="strong">
        {says}
      </p>
      {says && <div className="row">{children}</div>}
    </div>
  )
}
