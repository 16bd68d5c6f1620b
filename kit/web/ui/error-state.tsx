import type { ReactNode } from 'react'
import './state.css'
import { Button } from './button.tsx'
import { Icon, type IconName } from './icon.tsx'

type ErrorStateProps = {
  icon?: IconName | undefined
  title: ReactNode
  description?: ReactNode
  retryLabel: string
  onRetry: () => void
  pending?: boolean | undefined
  /** Replaces the whole screen, so its title is the main heading. */
  isWhole?: boolean | undefined
}

/** Shown in place of the content, and announced at once. */
export function ErrorState(props: ErrorStateProps) {
  const { icon = 'warning', title, description, retryLabel, onRetry, pending, isWhole } = props
  const Title = isWhole ? 'h1' : 'p'
  return (
    <div className="state" role="alert">
      <Icon name={icon} />
      <Title className="state__title">{title}</Title>
      {description && <p className="muted">{description}</p>}
      <div className="state__action">
        <Button icon="refresh" pending={pending} onClick={onRetry}>
          {retryLabel}
        </Button>
      </div>
    </div>
  )
}
