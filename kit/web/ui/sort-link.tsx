import { createLink } from '@tanstack/react-router'
import './table.css'
import { Icon } from './icon.tsx'
import { anchorProps, type RouterAnchorProps } from './router-anchor.ts'
import type { SortDirection } from './table.tsx'

type SortAnchorProps = RouterAnchorProps & {
  /** The list's current direction by this column; undefined when sorted by another. */
  direction?: SortDirection | undefined
}

function SortAnchor({ direction, children, className: _className, ...rest }: SortAnchorProps) {
  const icon = direction === undefined ? 'sort' : direction === 'ascending' ? 'arrow-up' : 'arrow-down'
  return (
    <a {...anchorProps(rest)} className="table__sort">
      {children}
      <Icon name={icon} size="sm" />
    </a>
  )
}

/** A sortable column's heading: links to the list sorted the next way. */
export const SortLink = createLink(SortAnchor)
