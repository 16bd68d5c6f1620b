import type { ReactNode } from 'react'
import './state.css'
import { Icon, type IconName } from './icon.tsx'

type EmptyStateProps = {
  icon?: IconName | undefined
  title: ReactNode
  description?: ReactNode
  /** The next step, or the link that clears the filters. */
  action?: ReactNode
}

export function EmptyState({ icon = 'box', title, description, action }: EmptyStateProps) {
  return (
    <div className="state">
      <Icon name={icon} />
      <p className="state__title">{title}</p>
      {description && <p className="muted">{description}</p>}
      {action && <div className="state__action">{action}</div>}
    </div>
  )
}
