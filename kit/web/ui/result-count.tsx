import type { ReactNode } from 'react'

/** Says politely how many results there are, each time the words change. */
export function ResultCount({ hidden, children }: { hidden?: boolean | undefined; children: ReactNode }) {
  return (
    <p role="status" className={hidden ? 'visually-hidden' : 'muted'}>
      {children}
    </p>
  )
}
