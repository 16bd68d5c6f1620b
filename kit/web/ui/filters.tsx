import { type ReactNode, type ToggleEvent, useId } from 'react'
import './filters.css'
import { Button } from './button.tsx'
import { Count } from './count.tsx'

type FiltersProps = {
  /** Names the button that replaces the filters where they have no room. */
  label: string
  /** Names the button that returns to the list. */
  done: string
  /** Number of active filters. */
  count: number
  children: ReactNode
}

/** React also reports toggles of panels within. */
const enter = ({ newState, currentTarget, target }: ToggleEvent<HTMLElement>) => {
  if (newState === 'open' && target === currentTarget)
    currentTarget.querySelector<HTMLElement>('a[href], button, input, select')?.focus()
}

/** The filters of a list: side by side where there is room, elsewhere behind one button, so that the list stays in sight. */
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

/** Active filters as chips, each with a way to remove it, where no filter button shows them. */
export const Chips = ({ children }: { children: ReactNode }) => <div className="filters__chips">{children}</div>
