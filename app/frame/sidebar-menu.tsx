import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { kitText } from '#kit/web/kit-text.ts'
import { useLanguage, useText } from '#kit/web/text.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import type { FoundEntry } from './menu-entries.ts'

/** `count`: how much there is new of it. */
type Entry = FoundEntry & { count?: ReactNode }
type SidebarMenuProps = {
  /** One after the other, each under its head where it has one. */
  parts: readonly { head?: string; entries: readonly Entry[] }[]
  /** One that stands for itself alone, not for what lies below its path. */
  exact?: string
  /** One whose screens have addresses of their own besides. */
  current?: string | undefined
  open: boolean
}

/** The screens of a menu; on the rail each says its name where the pointer rests. */
export function SidebarMenu({ parts, exact, current, open }: SidebarMenuProps) {
  const { frame } = useText(kitText)
  const language = useLanguage()
  return (
    <nav aria-label={frame.menu} className="sidebar__menu">
      {parts.map(({ head, entries }) => (
        <div key={head ?? ''} className="sidebar__part">
          {head && <p className="frame__label">{head}</p>}
          <ul aria-label={head} className="sidebar__entries">
            {entries.map(({ to, icon, label, count }) => (
              <li key={to}>
                <Link
                  to={to}
                  aria-current={to === current ? 'page' : undefined}
                  className="sidebar__entry"
                  activeOptions={{ includeSearch: false, exact: to === exact }}
                  title={open ? undefined : label[language]}
                >
                  <Icon name={icon} />
                  <span className="frame__label">{label[language]}</span>
                  {count}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}
