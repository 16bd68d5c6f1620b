import type { ReactNode } from 'react'
import './pill.css'

/** A small number beside a label: filters, attachments. */
export function Count({ children }: { children: ReactNode }) {
  return <span className="count">{children}</span>
}
