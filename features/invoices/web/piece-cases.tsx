import type { ReactNode } from 'react'
import { Card } from '#kit/web/ui/card.tsx'
import type { InvoiceRow } from '../contract.ts'

type CaseOfPiece = InvoiceRow['orders'][number]
type PieceCasesProps = { title: string; orders: readonly CaseOfPiece[]; linkOf: (order: CaseOfPiece) => ReactNode }

/** Cases of a piece issued elsewhere, whose lines stand only on its paper. */
export function PieceCases({ title, orders, linkOf }: PieceCasesProps) {
  if (orders.length === 0) return null
  return (
    <Card title={title}>
      <ul className="row">
        {orders.map(order => (
          <li key={order.id}>{linkOf(order)}</li>
        ))}
      </ul>
    </Card>
  )
}
