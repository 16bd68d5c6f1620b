import type { ReactNode } from 'react'
import { Card } from '#kit/web/ui/card.tsx'

type Props = {
  title: string
  /** What is counted, in one sentence. */
  defined: string
  said?: ReactNode
  children: ReactNode
}

export function FigureCard({ title, defined, said, children }: Props) {
  return (
    <Card title={title}>
      <div className="stack stack--sm">
        {said && <p className="figures__said links">{said}</p>}
        <p className="muted">{defined}</p>
        {children}
      </div>
    </Card>
  )
}
