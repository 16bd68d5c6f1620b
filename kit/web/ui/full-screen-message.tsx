import type { ReactNode } from 'react'
import './state.css'
import './full-screen-message.css'
import { Icon, type IconName } from './icon.tsx'

type FullScreenMessageProps = {
  icon: IconName
  title: ReactNode
  description?: ReactNode
  /** The next step: a button or a link. */
  action?: ReactNode
  /** `<BrandMark>`, when the brand is known. */
  brand?: ReactNode
  /** Inside the portal's frame, which has its own `<main>`. */
  inFrame?: boolean | undefined
  /** Details, a reference number. */
  children?: ReactNode
}

/** A whole page without content: unknown brand, not found, failed. */
export function FullScreenMessage(props: FullScreenMessageProps) {
  const { icon, title, description, action, brand, inFrame, children } = props
  const Tag = inFrame ? 'div' : 'main'
  return (
    <Tag className={inFrame ? 'message message--in-frame' : 'message'} id={inFrame ? undefined : 'main'}>
      {brand}
      <span className="message__icon">
        <Icon name={icon} />
      </span>
      <h1>{title}</h1>
      {description && <p className="muted">{description}</p>}
      {action && <div className="message__action">{action}</div>}
      {children}
    </Tag>
  )
}
