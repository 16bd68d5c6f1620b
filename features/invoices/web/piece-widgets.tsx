import { leastPayableCents } from '#features/payments/rules.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { Skeleton } from '#kit/web/ui/skeleton.tsx'
import { Widget, Widgets } from '#kit/web/ui/widget.tsx'
import type { Invoice } from '../contract.ts'
import { InvoicePill } from './invoice-pill.tsx'
import { signedCents } from './signed-cents.ts'
import { invoicesText, invoiceText } from './text.ts'

/** The amount, what is still due, and the status. */
export function PieceWidgets({ known }: { known: Invoice | undefined }) {
  const t = useText(invoiceText)
  const { money } = useFormat()
  if (!known) {
    const coming = { value: <Skeleton shape="title" width="medium" />, detail: <Skeleton width="short" /> }
    return (
      <Widgets>
        <Widget label={t.amount} icon="bill" {...coming} />
        <Widget label={t.due} icon="clock" {...coming} />
        <Widget label={t.status} icon="info" {...coming} />
      </Widgets>
    )
  }
  const hasVat = known.vatCents > 0
  return (
    <Widgets>
      <Widget
        label={t.amount}
        icon="bill"
        value={money(known.amountCents)}
        detail={hasVat && `${money(signedCents(known.type, known.netCents))} ${t.net}`}
      />
      <Due known={known} />
      <Widget label={t.status} icon="info" value={<InvoicePill piece={known} />} />
    </Widgets>
  )
}

function Due({ known: { type, dueCents, pendingCents, dueDate } }: { known: Invoice }) {
  const t = useText(invoiceText)
  const { inFavour, onItsWay } = useText(invoicesText)
  const { money, day, today } = useFormat()
  const freeCents = dueCents - pendingCents
  const isLate = freeCents > 0 && dueDate < today()
  const when = isLate ? t.overdueSince(day(dueDate, 'date')) : t.dueBy(day(dueDate, 'date'))
  const isLeft = freeCents > 0 && freeCents < leastPayableCents
  const meaning = type === 'pro_forma' ? t.proFormaDue : dueCents < 0 ? t.toSetAgainst : dueCents === 0 && t.nothingDue
  const facts = [
    meaning,
    freeCents > 0 && when,
    pendingCents > 0 && onItsWay(money(pendingCents)),
    isLeft && t.tooLittle,
  ]
  return (
    <Widget
      label={dueCents < 0 ? inFavour : t.due}
      icon="clock"
      value={money(dueCents)}
      tone={isLate ? 'late' : undefined}
      detail={facts.filter(Boolean).join(' · ')}
    />
  )
}
