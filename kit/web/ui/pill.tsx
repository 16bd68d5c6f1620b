import type { ReactNode } from 'react'
import './pill.css'
import { Icon, type IconName } from './icon.tsx'

/** `brand`: under way; `plain`: nothing to say; the others say what their names say. */
export type Tone = 'brand' | 'plain' | 'ok' | 'warn' | 'late' | 'info'

type PillProps = { tone?: Tone | undefined; icon: IconName; children: ReactNode }

/** A status: words and a shape, so that the colour only repeats them. */
export function Pill({ tone = 'plain', icon, children }: PillProps) {
  // In a row, which remembers itself.
  'use no memo'
  return (
    <span className={`pill pill--${tone}`}>
      <Icon name={icon} size="sm" />
      {children}
    </span>
  )
}
