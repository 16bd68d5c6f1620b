import type { ReactNode } from 'react'
import './card.css'
import { classes } from './classes.ts'

type CardProps = {
  /** Rendered as the `<h2>` of a `<section>`. */
  title?: ReactNode
  /** Beside the title, at the end. */
  actions?: ReactNode
  footer?: ReactNode
  /** No padding: for a table or a list with its own. */
  flush?: boolean | undefined
  className?: string | undefined
  children: ReactNode
}

export function Card({ title, actions, footer, flush, className, children }: CardProps) {
  const Tag = title ? 'section' : 'div'
  return (
    <Tag className={classes('card', flush && 'card--flush', className)}>
      {title && (
        <header className="card__head">
          <h2>{title}</h2>
          {actions}
        </header>
      )}
      {flush ? children : <div className="card__body">{children}</div>}
      {footer && <footer className="card__foot">{footer}</footer>}
    </Tag>
  )
}
