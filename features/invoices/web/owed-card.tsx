import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '#kit/web/call.ts'
import { useFormat } from '#kit/web/format.tsx'
import { OutdatedNotice } from '#kit/web/outdated-notice.tsx'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { EmptyState } from '#kit/web/ui/empty-state.tsx'
import { Table } from '#kit/web/ui/table.tsx'
import { useSaving } from '#kit/web/use-saving.ts'
import { ages, mostOwing, type OwedByPractice, openPieces, takingsCalls } from '../takings-contract.ts'
import { owedByPractice } from './staff-queries.ts'
import { billingText } from './staff-text.ts'
import './staff-billing.css'

/** The aged balance: whom to write to, and how much is long overdue. */
export function OwedCard() {
  const t = useText(billingText).owed
  const { day } = useFormat()
  const found = useQuery(owedByPractice)
  const { data: known, error } = found
  const { save, isPending } = useSaving({})
  const isEmpty = known?.practices.length === 0
  return (
    <Card
      flush
      title={t.title}
      actions={
        known &&
        !isEmpty && (
          <Button
            icon="download"
            size="sm"
            pending={isPending}
            onClick={() =>
              save({ load: () => call(takingsCalls.export), name: t.exportName(known.on), failed: t.exportFailed })
            }
          >
            {t.export}
          </Button>
        )
      }
      footer={
        known &&
        !isEmpty && (
          <p className="small muted">
            {t.defined(day(known.on, 'date'))} {known.practices.length === mostOwing && t.shortened(mostOwing)}
          </p>
        )
      }
    >
      {error && known && <OutdatedNotice words={t.outdated} error={error} onRetry={() => void found.refetch()} />}
      {error && !known ? (
        <QueryFailure title={t.failed} query={found} />
      ) : isEmpty ? (
        <EmptyState icon="check" title={t.nothing} />
      ) : (
        <Owed rows={known && [...known.practices, { ...known.all, id: '', name: t.all }]} />
      )}
    </Card>
  )
}

/** The last row is the sum over all practices. */
function Owed({ rows }: { rows: readonly OwedByPractice[] | undefined }) {
  const t = useText(billingText).owed
  const { money } = useFormat()
  const hasFavour = rows?.some(({ inFavourCents }) => inFavourCents < 0)
  /** Zero is shown as a dash. */
  const sum = (cents: number) => (cents === 0 ? <span className="muted">–</span> : money(cents))
  return (
    <Table
      caption={t.title}
      rows={rows}
      rowKey={({ id }) => id}
      skeletonRows={5}
      columns={[
        {
          key: 'practice',
          label: t.practice,
          phone: 'title',
          cell: ({ id, name }) =>
            id ? (
              <Link
                to="/staff/invoices"
                search={{ practiceId: id, ...openPieces }}
                className="table__link owed-practice"
              >
                {name}
              </Link>
            ) : (
              <strong className="owed-practice">{name}</strong>
            ),
        },
        ...ages.map(
          age =>
            ({ key: age, label: t.ages[age], align: 'end', cell: (row: OwedByPractice) => sum(row[age]) }) as const,
        ),
        ...(hasFavour
          ? ([
              {
                key: 'inFavour',
                label: t.inFavour,
                align: 'end',
                cell: ({ inFavourCents }: OwedByPractice) => sum(inFavourCents),
              },
            ] as const)
          : []),
        {
          key: 'balance',
          label: t.balance,
          align: 'end',
          cell: ({ balanceCents }) => <strong>{money(balanceCents)}</strong>,
        },
      ]}
    />
  )
}
