import { useQuery } from '@tanstack/react-query'
import { useFormat } from '#kit/web/format.tsx'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { Card } from '#kit/web/ui/card.tsx'
import { EmptyState } from '#kit/web/ui/empty-state.tsx'
import { PageHead } from '#kit/web/ui/page-head.tsx'
import { Table } from '#kit/web/ui/table.tsx'
import { TwoLines } from '#kit/web/ui/two-lines.tsx'
import './staff-feedback.css'
import { feedbackList } from './queries.ts'
import { feedbackText } from './text.ts'

export function StaffFeedbackScreen() {
  const t = useText(feedbackText).staff
  useTitle(t.title)
  const format = useFormat()
  const list = useQuery(feedbackList)
  return (
    <>
      <PageHead title={t.title} description={t.description} />
      <Card flush>
        {list.error && !list.data ? (
          <QueryFailure title={t.failed} query={list} />
        ) : list.data?.length === 0 ? (
          <EmptyState icon="message" title={t.empty} description={t.emptyDescription} />
        ) : (
          <Table
            caption={t.title}
            rows={list.data}
            rowKey={({ id }) => id}
            skeletonRows={3}
            columns={[
              {
                key: 'author',
                label: t.columns.author,
                phone: 'title',
                cell: ({ author, practice }) => <TwoLines sub={practice}>{author}</TwoLines>,
              },
              {
                key: 'body',
                label: t.columns.body,
                phone: 'bare',
                cell: ({ body }) => <p className="staff-feedback__body">{body}</p>,
              },
              { key: 'at', label: t.columns.at, size: 'md', cell: ({ at }) => format.dayTime(at) },
            ]}
          />
        )}
      </Card>
    </>
  )
}
