import { Link } from '@tanstack/react-router'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { type Description, DescriptionList } from '#kit/web/ui/description-list.tsx'
import { BlockSkeleton } from '#kit/web/ui/skeleton.tsx'
import type { Invoice, InvoiceLink } from '../contract.ts'
import { signedCents } from './signed-cents.ts'
import { invoicesText, invoiceText } from './text.ts'

/** The totals by VAT, and the related pieces. */
export function InvoiceTotals({ known }: { known: Invoice | undefined }) {
  const t = useText(invoiceText)
  const { returned } = useText(invoicesText)
  if (!known)
    return (
      <Card title={t.totals}>
        <BlockSkeleton />
      </Card>
    )
  const { corrects, correctedBy, reason, type } = known
  const linked: Description[] = [
    ...(corrects ? [{ term: t.corrects[type], detail: <PieceLink piece={corrects} /> }] : []),
    ...correctedBy.map(piece => ({
      term: piece.returnedAs ? returned[piece.returnedAs] : t.correctedBy[piece.type],
      detail: <PieceLink piece={piece} />,
    })),
    ...(reason ? [{ term: t.reason, detail: reason }] : []),
  ]
  return (
    <div className="stack">
      {(known.lines.length > 0 || known.netCents > 0) && (
        <Card title={t.totals}>
          <Sums known={known} />
        </Card>
      )}
      {linked.length > 0 && (
        <Card title={t.linked}>
          <DescriptionList items={linked} />
        </Card>
      )}
    </div>
  )
}

export function PieceLink({ piece: { id, pieceCode } }: { piece: InvoiceLink }) {
  return (
    <Link to="/invoices/$id" params={{ id }}>
      {pieceCode}
    </Link>
  )
}

/** In the order in which they are added up, with the exempt part noted below. */
function Sums({ known: { type, netCents, vatCents, taxes } }: { known: Invoice }) {
  const t = useText(invoiceText)
  const format = useFormat()
  const money = (cents: number) => format.money(signedCents(type, cents))
  const exempt = taxes.find(({ vat }) => vat === 'exempt')
  const items = [
    { term: t.net, detail: money(netCents) },
    ...taxes
      .filter(({ vat }) => vat !== 'exempt')
      .map(({ vatRate, baseCents, taxCents }) => ({
        term: t.vatOn(t.rate(vatRate / 100), money(baseCents)),
        detail: money(taxCents),
      })),
    // For pieces issued elsewhere, only their paper tells the VAT rates.
    ...(taxes.length === 0 && vatCents > 0 ? [{ term: t.vat, detail: money(vatCents) }] : []),
    { term: t.total, detail: <span className="strong">{money(netCents + vatCents)}</span> },
  ]
  return (
    <>
      <div className="invoice-sums">
        <DescriptionList items={items} />
      </div>
      {exempt && (
        <p className="muted small">
          {[t.exempted(money(exempt.baseCents)), exempt.exemptionReason].filter(Boolean).join(' · ')}
        </p>
      )}
    </>
  )
}
