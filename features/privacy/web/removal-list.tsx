import { useQuery } from '@tanstack/react-query'
import { useFormat } from '#kit/web/format.tsx'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Table } from '#kit/web/ui/table.tsx'
import { removalList } from './staff-queries.ts'
import { staffPrivacyText } from './staff-text.ts'

export function RemovalList() {
  const { removals: t } = useText(staffPrivacyText)
  const format = useFormat()
  const list = useQuery(removalList)
  return (
    <Card title={t.title}>
      {list.error && !list.data ? (
        <QueryFailure title={t.failed} query={list} />
      ) : list.data?.length === 0 ? (
        <p className="muted">{t.none}</p>
      ) : (
        <Table
          caption={t.title}
          rows={list.data}
          rowKey={({ kind, lastAt }) => `${kind} ${lastAt}`}
          skeletonRows={3}
          columns={[
            { key: 'kind', label: t.columns.kind, phone: 'title', cell: ({ kind }) => t.kinds[kind] },
            {
              key: 'count',
              label: t.columns.count,
              align: 'end',
              cell: ({ count }) => <span className="num">{count}</span>,
            },
            {
              key: 'until',
              label: t.columns.until,
              size: 'md',
              cell: ({ until }) => (until ? format.dayTime(until) : <span className="muted">{t.each}</span>),
            },
            { key: 'at', label: t.columns.at, size: 'md', cell: ({ lastAt }) => format.dayTime(lastAt) },
          ]}
        />
      )}
    </Card>
  )
}
