import type { ReactNode } from 'react'
import './state.css'
import { Icon, type IconName } from './icon.tsx'

type EmptyStateProps = {
  icon?: IconName | undefined
  title: ReactNode
  description?: ReactNode
  /** The next step, or the link that clears the filters. */
  action?: ReactNode
  /** Replaces the whole screen, so its title is the main heading. */
  isWhole?: boolean
}

export function EmptyState({ icon = 'box', title, description, action, isWhole }: EmptyStateProps) {
  const Title = isWhole ? 'h1' : 'p'
  return (
    <div className="state">
      <Icon name={icon} />
      <Title className="state__title">{title}</Title>
      {description && <p className="muted">{description}</p>}
      {action && <div className="state__action">{action}</div>}
    </div>
  )
}
