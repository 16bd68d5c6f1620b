import type { ReactNode } from 'react'
import './table.css'
import type { Tone } from './pill.tsx'

type TwoLinesProps = {
  /** The second line: answers the next question ("prêt la veille"). */
  sub?: ReactNode
  tone?: Exclude<Tone, 'brand'> | undefined
  children: ReactNode
}

export function TwoLines({ sub, tone = 'plain', children }: TwoLinesProps) {
  // Part of a row, which is memoised itself.
  'use no memo'
  return (
    <span className="two-lines">
      <span>{children}</span>
      {sub && <span className={`two-lines__sub tone--${tone}`}>{sub}</span>}
    </span>
  )
}
