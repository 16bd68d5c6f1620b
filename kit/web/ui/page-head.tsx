import type { ReactNode } from 'react'
import './page-head.css'

type PageHeadProps = {
  title: ReactNode
  description?: ReactNode
  /** The most obvious next step first. */
  actions?: ReactNode
}

export function PageHead({ title, description, actions }: PageHeadProps) {
  return (
    <header className="page-head">
      <div>
        <h1>{title}</h1>
        {description && <p className="muted">{description}</p>}
      </div>
      {actions && <div className="page-head__actions">{actions}</div>}
    </header>
  )
}
