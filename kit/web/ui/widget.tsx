import type { ReactNode } from 'react'
import './widget.css'
import { Icon, type IconName } from './icon.tsx'
import type { Tone } from './pill.tsx'

type WidgetProps = {
  /** Anchor for links to it. */
  id?: string | undefined
  label: ReactNode
  icon?: IconName | undefined
  /** The figure, the status, the date. */
  value: ReactNode
  tone?: Exclude<Tone, 'brand'> | undefined
  /** The line that answers the next question. */
  detail?: ReactNode
}

/** A named figure. Put several in a `<Widgets>`. */
export function Widget({ id, label, icon, value, tone, detail }: WidgetProps) {
  return (
    <div id={id} className="widget card">
      <dt className="widget__label">
        {icon && <Icon name={icon} />}
        {label}
      </dt>
      <dd className={tone ? `widget__value tone--${tone}` : 'widget__value'}>{value}</dd>
      {detail && <dd className="widget__detail">{detail}</dd>}
    </div>
  )
}

export function Widgets({ children }: { children: ReactNode }) {
  return <dl className="widgets">{children}</dl>
}
