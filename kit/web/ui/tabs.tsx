import { createLink } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import './tabs.css'
import { anchorProps, type RouterAnchorProps } from './router-anchor.ts'

/** Tabs have addresses: links in a named navigation. */
export function Tabs({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className="tabs" aria-label={label}>
      {children}
    </nav>
  )
}

type TabAnchorProps = RouterAnchorProps & {
  selected: boolean
  /** Shown after the label; undefined while unknown. */
  count?: ReactNode
}

function TabAnchor({ selected, count, children, className: _className, ...rest }: TabAnchorProps) {
  return (
    <a {...anchorProps(rest)} className="tabs__tab" aria-current={selected ? 'page' : undefined}>
      {children}
      {count != null && <span className="tabs__count">{count}</span>}
    </a>
  )
}

export const TabLink = createLink(TabAnchor)
