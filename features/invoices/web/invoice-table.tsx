import { Link } from '@tanstack/react-router'
import type { Paying } from '#features/payments/web/chosen-to-pay.tsx'
import { paymentsText } from '#features/payments/web/text.ts'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { ButtonLink } from '#kit/web/ui/button-link.tsx'
import { Checkbox } from '#kit/web/ui/checkbox.tsx'
import { SortLink } from '#kit/web/ui/sort-link.tsx'
import { Table } from '#kit/web/ui/table.tsx'
import { TwoLines } from '#kit/web/ui/two-lines.tsx'
import type { InvoiceRow, InvoiceSort } from '../contract.ts'
import { InvoiceMenu } from './invoice-menu.tsx'
import { InvoicePill } from './invoice-pill.tsx'
import { invoiceQueryOf, sortedBy } from './list-changes.ts'
import { isPayableAlone, payableOf } from './payable.ts'
import { PieceAmount, PieceDay } from './piece-cells.tsx'
import { typeOfPiece } from './piece-type.ts'
import './invoices.css'
import type { InvoiceSearch } from './search.ts'
import { invoicesText } from './text.ts'

/** Keeps a row at two lines; the piece's page lists all cases. */
const mostCases = 1

type InvoiceTableProps = {
  rows: readonly InvoiceRow[] | undefined
  search: InvoiceSearch
  busy: boolean
  /** Undefined for those who may not pay. */
  paying: Paying | undefined
}

export function InvoiceTable({ rows, search, busy, paying }: InvoiceTableProps) {
  const t = useText(invoicesText)
  const { sort_by: by, sort_order: order } = invoiceQueryOf(search)
  const sortable = (key: InvoiceSort, label: string) => {
    const direction = by !== key ? undefined : order === 'ASC' ? 'ascending' : 'descending'
    return {
      label,
      sorted: direction ?? 'none',
      header: (
        <SortLink
          to="/invoices"
          search={sortedBy(search, key, direction === 'descending' ? 'ASC' : 'DESC')}
          resetScroll={false}
          direction={direction}
        >
          {label}
        </SortLink>
      ),
    } as const
  }
  return (
    <div className="invoice-rows">
      <Table
        caption={t.title}
        rows={rows}
        rowKey={row => row.id}
        busy={busy}
        columns={[
          {
            key: 'piece',
            ...sortable('pieceCode', t.columns.piece),
            phone: 'title',
            cell: row => <Piece row={row} paying={paying} />,
          },
          {
            key: 'type',
            label: t.columns.type,
            size: 'sm',
            cell: ({ corrects, ...piece }) => (
              <TwoLines sub={piece.type === 'credit' && corrects && t.onPiece(corrects.pieceCode)}>
                {typeOfPiece(t, piece)}
              </TwoLines>
            ),
          },
          {
            key: 'date',
            ...sortable('date', t.columns.date),
            size: 'md',
            cell: row => <PieceDay row={row} />,
          },
          { key: 'cases', label: t.columns.cases, size: 'sm', cell: row => <Cases row={row} /> },
          {
            key: 'amount',
            ...sortable('amount', t.columns.amount),
            align: 'end',
            cell: row => <PieceAmount row={row} />,
          },
          {
            key: 'status',
            label: t.columns.status,
            size: 'md',
            phone: 'aside',
            cell: row => (
              <div className="invoice-status">
                <InvoicePill piece={row} />
                {row.type === 'pro_forma' && row.status === 'to_validate' && (
                  <ButtonLink
                    to="/invoices/$id"
                    params={{ id: row.id }}
                    size="sm"
                    aria-label={t.proForma.answerTo(row.pieceCode)}
                  >
                    {t.proForma.answer}
                  </ButtonLink>
                )}
                {paying && <PayOnline row={row} paying={paying} />}
              </div>
            ),
          },
          {
            key: 'actions',
            label: t.columns.actions,
            labelHidden: true,
            phone: 'corner',
            cell: row => <InvoiceMenu row={row} />,
          },
        ]}
      />
    </div>
  )
}

type PayingProps = { row: InvoiceRow; paying: Paying | undefined }

/** Short enough for its column; numbers of the laboratory's software may have forty characters. */
const isOurs = ({ length }: string) => length <= 14

function Piece({ row, paying }: PayingProps) {
  const t = useText(paymentsText).choice
  const payable = payableOf(row)
  return (
    <span className="invoice-piece">
      {payable && paying && (
        <Checkbox
          label={<span className="visually-hidden">{t.choose(row.pieceCode)}</span>}
          checked={paying.chosen.some(({ id }) => id === row.id)}
          onChange={({ currentTarget }) => paying.choose(payable, currentTarget.checked)}
        />
      )}
      <Link
        className={`table__link${isOurs(row.pieceCode) ? ' invoice-number' : ''}`}
        to="/invoices/$id"
        params={{ id: row.id }}
      >
        {row.pieceCode}
      </Link>
    </span>
  )
}

function PayOnline({ row, paying }: PayingProps & { paying: Paying }) {
  const t = useText(paymentsText).choice
  const payable = payableOf(row)
  if (!isPayableAlone(payable)) return null
  return (
    <Button size="sm" aria-label={t.payOne(row.pieceCode)} {...paying.intent} onClick={() => paying.pay([payable])}>
      {t.payOnline}
    </Button>
  )
}

function Cases({ row: { orders } }: { row: InvoiceRow }) {
  const t = useText(invoicesText)
  if (orders.length === 0) return <span className="muted">{t.noCases}</span>
  return (
    <span>
      {orders.slice(0, mostCases).map(({ id, code }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <Link className="invoice-number" to="/cases/$id" params={{ id }}>
            {code}
          </Link>
        </span>
      ))}
      {orders.length > mostCases && ` ${t.moreCases(orders.length - mostCases)}`}
    </span>
  )
}
