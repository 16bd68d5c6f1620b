import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { kitText } from '#kit/web/kit-text.ts'
import { useText } from '#kit/web/text.tsx'
import { Icon, type IconName } from '#kit/web/ui/icon.tsx'

type SidebarMenuProps = {
  /** `count`: how much there is new of it. */
  entries: readonly { to: string; icon: IconName; label: string; count?: ReactNode }[]
  /** One that stands for itself alone, not for what lies below its path. */
  exact?: string
  open: boolean
}

/** The screens of a menu; on the rail each says its name where the pointer rests. */
export function SidebarMenu({ entries, exact, open }: SidebarMenuProps) {
  const { frame } = useText(kitText)
  return (
    <nav aria-label={frame.menu}>
      <ul className="sidebar__menu">
        {entries.map(({ to, icon, label, count }) => (
          <li key={to}>
            <Link
              to={to}
              className="sidebar__entry"
              activeOptions={{ includeSearch: false, exact: to === exact }}
              title={open ? undefined : label}
            >
              <Icon name={icon} />
              <span className="frame__label">{label}</span>
              {count}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
