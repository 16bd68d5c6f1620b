import { Link } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { classes } from '#kit/web/ui/classes.ts'
import { Icon, type IconName } from '#kit/web/ui/icon.tsx'

/** A screen, a telephone number, or an action. */
type Way = { to: string; search?: object } | { href: string } | { run: () => unknown; prepare?: () => void }

export type PaletteEntry = Way & {
  id: string
  icon: IconName
  label: string
  /** Synonyms that match too. */
  words?: string | undefined
  detail?: ReactNode
  /** Shown at the end of the line. */
  end?: ReactNode
}

/** Marks the current screen only, not those below it. */
const exactly = { exact: true, includeSearch: true }

type PaletteOptionProps = {
  id: string
  entry: PaletteEntry
  isActive: boolean
  isBusy: boolean
  onPoint: () => void
  onChoose: (event: MouseEvent) => void
}

/** A link where possible, so that it can open in a new tab. The focus stays in the field all the time. */
export function PaletteOption({ id, entry, isActive, isBusy, onPoint, onChoose }: PaletteOptionProps) {
  const option = {
    id,
    role: 'option',
    tabIndex: -1,
    'aria-selected': isActive,
    'aria-busy': isBusy || undefined,
    className: classes('menu__item palette__option', isActive && 'palette__option--active'),
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
    // Pointer movement, not hover: the list may move under a resting pointer.
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
