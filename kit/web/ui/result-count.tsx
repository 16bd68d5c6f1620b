import type { ReactNode } from 'react'

/** Announces the number of results politely each time it changes. */
export function ResultCount({ hidden, children }: { hidden?: boolean | undefined; children: ReactNode }) {
  return (
    <p role="status" className={hidden ? 'visually-hidden' : 'muted'}>
      {children}
    </p>
  )
}
