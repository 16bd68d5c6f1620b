import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Table } from '#kit/web/ui/table.tsx'
import { TwoLines } from '#kit/web/ui/two-lines.tsx'
import type { Invoice, InvoiceLine } from '../contract.ts'
import { PieceCases } from './piece-cases.tsx'
import { signedCents } from './signed-cents.ts'
import { invoiceText } from './text.ts'

/** A large practice has more a month; the rest is shown on request. */
const mostAtFirst = 100

/** What was delivered, line by line. Payments have none; the lines of pieces issued elsewhere stand on their paper. */
export function InvoiceLines({ known }: { known: Invoice | undefined }) {
  const t = useText(invoiceText)
  const { money } = useFormat()
  const [isWhole, setWhole] = useState(false)
  if (known?.lines.length === 0)
    return (
      <PieceCases
        title={t.cases(known.orders.length)}
        orders={known.orders}
        linkOf={({ id, code }) => (
          <Link to="/cases/$id" params={{ id }}>
            {code}
          </Link>
        )}
      />
    )
  const type = known?.type ?? 'invoice'
  const lines = isWhole ? known?.lines : known?.lines.slice(0, mostAtFirst)
  const isCut = known !== undefined && lines !== undefined && lines.length < known.lines.length
  return (
    <Card
      title={t.lines}
      flush
      footer={isCut && <Button onClick={() => setWhole(true)}>{t.allLines(known.lines.length)}</Button>}
    >
      <Table
        caption={t.lines}
        rows={lines}
        skeletonRows={3}
        rowKey={({ position }) => `${position}`}
        columns={[
          { key: 'line', label: t.line, phone: 'bare', cell: line => <Work line={line} /> },
          { key: 'case', label: t.case, size: 'md', cell: line => <CaseOf line={line} /> },
          { key: 'quantity', label: t.quantity, size: 'sm', align: 'end', cell: ({ quantity }) => quantity },
          {
            key: 'price',
            label: t.price,
            size: 'sm',
            align: 'end',
            cell: ({ unitPriceCents, discountCents }) => (
              <TwoLines sub={discountCents > 0 && t.discount(money(signedCents(type, -discountCents)))}>
                {money(signedCents(type, unitPriceCents))}
              </TwoLines>
            ),
          },
          {
            key: 'vat',
            label: t.vat,
            size: 'sm',
            align: 'end',
            cell: ({ vat, vatRate }) => (vat === 'exempt' ? t.exempt : t.rate(vatRate / 100)),
          },
          {
            key: 'amount',
            label: t.net,
            size: 'sm',
            align: 'end',
            cell: ({ netCents }) => money(signedCents(type, netCents)),
          },
        ]}
      />
    </Card>
  )
}

function Work({ line: { label, reference, isCredited } }: { line: InvoiceLine }) {
  const t = useText(invoiceText)
  return <TwoLines sub={isCredited ? `${reference} · ${t.credited}` : reference}>{label}</TwoLines>
}

function CaseOf({ line: { order, patientCode, deliveredOn } }: { line: InvoiceLine }) {
  const t = useText(invoiceText)
  const { day } = useFormat()
  if (!order) return <span className="muted">{t.noCase}</span>
  const facts = [patientCode && t.patient(patientCode), deliveredOn && t.delivered(day(deliveredOn, 'date'))]
  return (
    <TwoLines sub={facts.filter(Boolean).join(' · ')}>
      <Link to="/cases/$id" params={{ id: order.id }}>
        {order.code}
      </Link>
    </TwoLines>
  )
}
