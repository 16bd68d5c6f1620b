import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormat } from '#kit/web/format.tsx'
import { OutdatedNotice } from '#kit/web/outdated-notice.tsx'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useLanguage, useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Table } from '#kit/web/ui/table.tsx'
import type { TakingsMonth } from '../takings-contract.ts'
import { takingsOf } from './staff-queries.ts'
import { billingText } from './staff-text.ts'

/** Amounts invoiced and received, month by month. */
export function TakingsCard() {
  const t = useText(billingText).takings
  const thisYear = Number(useFormat().today().slice(0, 4))
  const [year, setYear] = useState(thisYear)
  const found = useQuery(takingsOf(year))
  const { data: known, error } = found
  const first = known?.firstYear ?? thisYear
  return (
    <Card
      flush
      title={t.title(year)}
      actions={
        <div className="row">
          {year > first && (
            <Button size="sm" onClick={() => setYear(year - 1)}>
              {t.show(year - 1)}
            </Button>
          )}
          {year < thisYear && (
            <Button size="sm" onClick={() => setYear(year + 1)}>
              {t.show(year + 1)}
            </Button>
          )}
        </div>
      }
      footer={<p className="small muted">{t.defined}</p>}
    >
      {error && known && <OutdatedNotice words={t.outdated} error={error} onRetry={() => void found.refetch()} />}
      {error && !known ? <QueryFailure title={t.failed} query={found} /> : <Months months={known?.months} />}
    </Card>
  )
}

/** The last row is the sum of the others. */
function Months({ months }: { months: readonly TakingsMonth[] | undefined }) {
  const t = useText(billingText).takings
  const language = useLanguage()
  const { money } = useFormat()
  const nameOf = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' })
  const sum = (of: 'netCents' | 'vatCents' | 'totalCents' | 'receivedCents') =>
    (months ?? []).reduce((all, month) => all + month[of], 0)
  const whole: TakingsMonth = {
    month: '',
    netCents: sum('netCents'),
    vatCents: sum('vatCents'),
    totalCents: sum('totalCents'),
    receivedCents: sum('receivedCents'),
  }
  const amounts = [
    ['net', 'netCents'],
    ['vat', 'vatCents'],
    ['total', 'totalCents'],
    ['received', 'receivedCents'],
  ] as const
  return (
    <Table
      caption={t.caption}
      rows={months && [...months, whole]}
      rowKey={({ month }) => month}
      skeletonRows={6}
      columns={[
        {
          key: 'month',
          label: t.month,
          phone: 'title',
          cell: ({ month }) => (month ? nameOf.format(new Date(`${month}-01T00:00:00Z`)) : <strong>{t.whole}</strong>),
        },
        ...amounts.map(
          ([name, of]) =>
            ({
              key: name,
              label: t[name],
              align: 'end',
              cell: (row: TakingsMonth) => (row.month ? money(row[of]) : <strong>{money(row[of])}</strong>),
            }) as const,
        ),
      ]}
    />
  )
}
