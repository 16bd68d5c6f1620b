import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { TwoLines } from '#kit/web/ui/two-lines.tsx'
import type { InvoiceRow } from '../contract.ts'
import { daysOverdue, remainderOf } from './payable.ts'
import { invoicesText } from './text.ts'

// Cells shared by the payer's list and the bookkeeper's.

/** Its date, and its due date or how long it is overdue. */
export function PieceDay({ row }: { row: InvoiceRow }) {
  const t = useText(invoicesText)
  const { day, today } = useFormat()
  const late = daysOverdue(row, today())
  const isDue = row.dueCents > row.pendingCents && row.dueDate !== row.date
  return (
    <TwoLines
      tone={late > 0 ? 'late' : undefined}
      sub={late > 0 ? t.daysOverdue(late) : isDue && t.due(day(row.dueDate, 'date'))}
    >
      {day(row.date, 'date')}
    </TwoLines>
  )
}

/** Its amount, with what is left and what is on its way. */
export function PieceAmount({ row }: { row: InvoiceRow }) {
  const t = useText(invoicesText)
  const { money } = useFormat()
  const parts = [
    remainderOf(row) && t.remaining(money(row.dueCents)),
    row.pendingCents > 0 && t.underWay(money(row.pendingCents)),
  ]
  return <TwoLines sub={parts.filter(Boolean).join(', ')}>{money(row.amountCents)}</TwoLines>
}
