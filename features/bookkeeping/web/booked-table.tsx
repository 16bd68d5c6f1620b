import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { Table } from '#kit/web/ui/table.tsx'
import type { Booked } from '../staff-contract.ts'
import './bookkeeping.css'
import { bookkeepingText } from './staff-text.ts'

type Row = Omit<Booked['accounts'][number], 'uses'> & { uses: Booked['accounts'][number]['uses'] | null }

/** The last row is the sum of the others, with equal debits and credits. */
export function BookedTable({ booked, busy }: { booked: Booked | undefined; busy: boolean }) {
  const t = useText(bookkeepingText)
  const { money } = useFormat()
  const whole = booked && { uses: null, account: '', debitCents: booked.debitCents, creditCents: booked.creditCents }
  const amountOf = (row: Row, side: 'debitCents' | 'creditCents') => {
    if (row[side] === 0) return null
    return row.uses === null ? <strong>{money(row[side])}</strong> : money(row[side])
  }
  return (
    <div className="booked">
      {booked && (
        <p className="card__body small">
          {t.pieces(booked.pieces.invoices, booked.pieces.credits, booked.pieces.payments, booked.pieces.returns)}
        </p>
      )}
      <Table<Row>
        caption={t.caption}
        rows={booked && whole && [...booked.accounts, whole]}
        rowKey={({ account }) => account}
        skeletonRows={6}
        busy={busy}
        columns={[
          {
            key: 'account',
            label: t.columns.account,
            phone: 'title',
            cell: ({ account }) => account || <strong>{t.whole}</strong>,
          },
          {
            key: 'use',
            label: t.columns.use,
            cell: ({ uses }) => uses?.map(use => t.uses[use]).join(', ') ?? null,
          },
          { key: 'debit', label: t.columns.debit, align: 'end', cell: row => amountOf(row, 'debitCents') },
          { key: 'credit', label: t.columns.credit, align: 'end', cell: row => amountOf(row, 'creditCents') },
        ]}
      />
    </div>
  )
}
