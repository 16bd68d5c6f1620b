import { type ReactNode, type ToggleEvent, useId } from 'react'
import './filters.css'
import { Button } from './button.tsx'
import { Count } from './count.tsx'

type FiltersProps = {
  /** Of the button that a phone has in their place. */
  label: string
  /** Of the one that leads back to the list. */
  done: string
  /** How many are in force. */
  count: number
  children: ReactNode
}

/** React tells it of the panels within as well. */
const enter = ({ newState, currentTarget, target }: ToggleEvent<HTMLElement>) => {
  if (newState === 'open' && target === currentTarget)
    currentTarget.querySelector<HTMLElement>('a[href], button, input, select')?.focus()
}

/** The filters of a list: side by side where there is room, on a phone behind one button, so that the list is in sight. */
export function Filters({ label, done, count, children }: FiltersProps) {
  const id = useId()
  return (
    <>
      <Button className="filters__open" popoverTarget={id}>
        {label}
        {count > 0 && <Count>{count}</Count>}
      </Button>
      <fieldset id={id} className="filters" popover="auto" aria-label={label} onToggle={enter}>
        {children}
        <Button variant="primary" className="filters__done" popoverTarget={id} popoverTargetAction="hide">
          {done}
        </Button>
      </fieldset>
    </>
  )
}

/** What is in force and says so in its own button where that is in sight: on a phone each by itself, and the way out of it. */
export const Chips = ({ children }: { children: ReactNode }) => <div className="filters__chips">{children}</div>
