import type { ReactNode } from 'react'
import { Card } from '#kit/web/ui/card.tsx'
import type { InvoiceRow } from '../contract.ts'

type CaseOfPiece = InvoiceRow['orders'][number]
type PieceCasesProps = { title: string; orders: readonly CaseOfPiece[]; linkOf: (order: CaseOfPiece) => ReactNode }

/** Of what was issued elsewhere, whose lines stand on its paper. */
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
