import type { ReactNode } from 'react'

/** First on the page; leads to the one `<main id="main" tabIndex={-1}>`. */
export function SkipLink({ children }: { children: ReactNode }) {
  return (
    <a className="skip-link" href="#main">
      {children}
    </a>
  )
}
