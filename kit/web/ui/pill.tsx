import type { ReactNode } from 'react'
import './pill.css'
import { Icon, type IconName } from './icon.tsx'

/** `brand`: under way; `plain`: neutral. */
export type Tone = 'brand' | 'plain' | 'ok' | 'warn' | 'late' | 'info'

type PillProps = { tone?: Tone | undefined; icon: IconName; children: ReactNode }

/** A status: words and a shape, so that colour only repeats them. */
export function Pill({ tone = 'plain', icon, children }: PillProps) {
  // Part of a row, which is memoised itself.
  'use no memo'
  return (
    <span className={`pill pill--${tone}`}>
      <Icon name={icon} size="sm" />
      {children}
    </span>
  )
}
