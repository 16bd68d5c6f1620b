import type { ReactNode } from 'react'
import './notice.css'
import { Icon, type IconName } from './icon.tsx'

type NoticeProps = {
  tone?: 'info' | 'ok' | 'warn' | 'late' | undefined
  icon?: IconName | undefined
  title?: ReactNode
  /** Announces it when it appears (the answer to a press). */
  live?: boolean | undefined
  children?: ReactNode
}

/** A sentence that belongs to the form or the screen around it. */
export function Notice({ tone = 'info', icon, title, live, children }: NoticeProps) {
  return (
    <div className={`notice notice--${tone}`} role={live ? (tone === 'late' ? 'alert' : 'status') : undefined}>
      <Icon name={icon ?? (tone === 'ok' ? 'check' : tone === 'info' ? 'info' : 'warning')} />
      <div>
        {title && <p className="strong">{title}</p>}
        {children}
      </div>
    </div>
  )
}
