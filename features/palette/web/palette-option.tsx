import { Link } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { classes } from '#kit/web/ui/classes.ts'
import { Icon, type IconName } from '#kit/web/ui/icon.tsx'

/** A screen, a telephone number, or something to do. */
type Way = { to: string; search?: object } | { href: string } | { run: () => unknown; prepare?: () => void }

export type PaletteEntry = Way & {
  id: string
  icon: IconName
  label: string
  /** Found by these words too. */
  words?: string | undefined
  detail?: ReactNode
  /** At the end of the line. */
  end?: ReactNode
}

/** Where one is, and not what that lies below. */
const exactly = { exact: true, includeSearch: true }

type PaletteOptionProps = {
  id: string
  entry: PaletteEntry
  isActive: boolean
  isBusy: boolean
  onPoint: () => void
  onChoose: (event: MouseEvent) => void
}

/** A link where it leads somewhere, so that it opens in a tab as well. The focus stays in the field all the time. */
export function PaletteOption({ id, entry, isActive, isBusy, onPoint, onChoose }: PaletteOptionProps) {
  const option = {
    id,
    role: 'option',
    tabIndex: -1,
    'aria-selected': isActive,
    'aria-busy': isBusy || undefined,
    className: classes('menu__item palette__option', isActive && 'palette__option--active'),
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
    // Not when the list moves under a hand at rest.
    onPointerMove: onPoint,
    onClick: onChoose,
  }
  const content = (
    <>
      <Icon name={entry.icon} />
      <span className="palette__words">
        <span className={entry.detail ? 'strong' : undefined}>{entry.label}</span>
        {entry.detail && <span className="muted small">{entry.detail}</span>}
      </span>
      {entry.end}
    </>
  )
  if ('to' in entry) {
    return (
      <Link {...option} to={entry.to} search={entry.search ?? {}} activeOptions={exactly}>
        {content}
      </Link>
    )
  }
  if ('href' in entry) {
    return (
      <a {...option} href={entry.href}>
        {content}
      </a>
    )
  }
  return <div {...option}>{content}</div>
}
