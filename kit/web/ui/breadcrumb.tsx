import { createLink } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import './breadcrumb.css'
import { Icon } from './icon.tsx'
import { anchorProps, type RouterAnchorProps } from './router-anchor.ts'

/** `<BreadcrumbLink>`s, then one `<BreadcrumbHere>`. */
export function Breadcrumb({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className="breadcrumb" aria-label={label}>
      <ol>{children}</ol>
    </nav>
  )
}

function BreadcrumbAnchor({ children, className: _className, ...rest }: RouterAnchorProps) {
  return (
    <li>
      <a {...anchorProps(rest)}>{children}</a>
      <Icon name="chevron-right" size="sm" />
    </li>
  )
}

export const BreadcrumbLink = createLink(BreadcrumbAnchor)

export function BreadcrumbHere({ children }: { children: ReactNode }) {
  return <li aria-current="page">{children}</li>
}
