import { type ReactNode, useEffect } from 'react'
import './chosen-bar.css'

type ChosenBarProps = {
  /** How many are chosen; empty while none are. */
  says: ReactNode
  /** The result of the last action, if not all of it went well. */
  outcome?: ReactNode
  /** The actions. */
  children: ReactNode
}

/** Below a list, and always visible: how many rows are chosen, and what can be done with them. */
export function ChosenBar({ says, outcome, children }: ChosenBarProps) {
  const isShown = Boolean(says || outcome)
  useEffect(() => {
    // Keeps a row ticked by keyboard at the bottom visible above the bar.
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
