import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { Skeleton } from '#kit/web/ui/skeleton.tsx'
import { Widget, Widgets } from '#kit/web/ui/widget.tsx'
import type { InvoiceSummary } from '../contract.ts'
import { invoicesText } from './text.ts'

/** The practice's account at a glance: what it owes, has paid lately, and is going to be billed. */
export function InvoiceWidgets({ summary }: { summary: InvoiceSummary | undefined }) {
  const t = useText(invoicesText)
  const { money } = useFormat()
  const coming = { value: <Skeleton shape="title" width="medium" />, detail: <Skeleton width="short" /> }
  if (!summary)
    return (
      <Widgets>
        <Widget label={t.balance} icon="bill" {...coming} />
        <Widget label={t.paidLately} icon="check" {...coming} />
        <Widget label={t.unbilled} icon="box" {...coming} />
      </Widgets>
    )
  const { balanceCents, overdueCents, pendingCents, inFavourCents, paidLatelyCents, unbilledCents } = summary
  const freeCents = balanceCents - pendingCents
  const owed = pendingCents === 0 ? t.toPay : freeCents > 0 ? t.leftToPay(money(freeCents)) : t.nothingElseToPay
  const meaning = balanceCents > 0 ? owed : balanceCents < 0 ? t.inFavour : t.nothingToPay
  return (
    <Widgets>
      <Widget
        label={t.balance}
        icon="bill"
        value={money(balanceCents)}
        detail={
          <>
            {meaning}
            {overdueCents > 0 && (
              <>
                {' · '}
                <span className="tone--late">{t.overdue(money(overdueCents))}</span>
              </>
            )}
            {pendingCents > 0 && ` · ${t.onItsWay(money(pendingCents))}`}
            {balanceCents > 0 && inFavourCents > 0 && ` · ${t.deducted(money(inFavourCents))}`}
          </>
        }
      />
      <Widget label={t.paidLately} icon="check" value={money(paidLatelyCents)} detail={t.paidLatelyDetail} />
      <Widget label={t.unbilled} icon="box" value={money(unbilledCents)} detail={t.unbilledDetail} />
    </Widgets>
  )
}
