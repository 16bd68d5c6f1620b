import type { ReactNode } from 'react'
import './page-head.css'

/** Search and filters above a list. */
export function Toolbar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <search className="toolbar" aria-label={label}>
      {children}
    </search>
  )
}
