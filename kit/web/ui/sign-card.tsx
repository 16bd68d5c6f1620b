import type { ReactNode } from 'react'
import './card.css'
import './card.css'
import './sign-card.css'

type SignCardProps = {
  /** `<BrandMark>`. */
  brand: ReactNode
  /** `<SegmentedLanguage>`. */
  language?: ReactNode
  title: ReactNode
  description?: ReactNode
  /** Links under the form, at both ends. */
  footer?: ReactNode
  /** Under the card: the telephone number to call, in the same place on every screen. */
  help?: ReactNode
  children: ReactNode
}

/** A page of one card: sign-in, registration. */
export function SignCard({ brand, language, title, description, footer, help, children }: SignCardProps) {
  return (
    <main className="sign" id="main" tabIndex={-1}>
      <div className="sign__card card">
        <div className="sign__top">
          {brand}
          {language}
        </div>
        <header>
          <h1>{title}</h1>
          {description && <p className="muted">{description}</p>}
        </header>
        {children}
        {footer && <footer className="sign__foot">{footer}</footer>}
      </div>
      {help && <p className="sign__help">{help}</p>}
    </main>
  )
}
