import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { kitText } from '#kit/web/kit-text.ts'
import { useLanguage, useText } from '#kit/web/text.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import type { FoundEntry } from './menu-entries.ts'

/** `count`: how many new items it has. */
type Entry = FoundEntry & { count?: ReactNode }
type SidebarMenuProps = {
  /** Sections in order, each with an optional heading. */
  parts: readonly { head?: string; entries: readonly Entry[] }[]
  /** The entry that is current only at its exact path, not below it. */
  exact?: string
  /** The current entry, for screens with further addresses. */
  current?: string | undefined
  open: boolean
}

/** The screens of a menu; on the rail a tooltip shows each name. */
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
