import type { ReactNode } from 'react'
import './menu.css'
import { Button } from './button.tsx'
import { Count } from './count.tsx'
import { Icon, type IconName } from './icon.tsx'
import { Popover } from './popover.tsx'

type FilterMenuProps = {
  label: string
  icon?: IconName | undefined
  /** The number of choices, or the value itself ("23–27 nov."); undefined when the filter is off. */
  active?: ReactNode
  /** Form content: checkboxes, dates, and its own buttons. `closePopover(event.currentTarget)` closes it. */
  children: ReactNode
}

export function FilterMenu({ label, icon, active, children }: FilterMenuProps) {
  return (
    <Popover
      label={label}
      panelClassName="filter-menu"
      trigger={attributes => (
        <Button {...attributes} icon={icon}>
          {label}
          {active != null && <Count>{active}</Count>}
          <Icon name="chevron-down" size="sm" />
        </Button>
      )}
    >
      {children}
    </Popover>
  )
}
