import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMay } from '#features/auth/web/use-user.ts'
import { mostCounted } from '#features/cases/rules.ts'
import type { Page } from '#kit/contract.ts'
import { useFormat } from '#kit/web/format.tsx'
import { later } from '#kit/web/later.tsx'
import { OutdatedNotice } from '#kit/web/outdated-notice.tsx'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { Card } from '#kit/web/ui/card.tsx'
import { EmptyState } from '#kit/web/ui/empty-state.tsx'
import { PageHead } from '#kit/web/ui/page-head.tsx'
import { PageLink, Pagination } from '#kit/web/ui/pagination.tsx'
import { Table } from '#kit/web/ui/table.tsx'
import { TwoLines } from '#kit/web/ui/two-lines.tsx'
import { useDelayed } from '#kit/web/ui/use-delayed.ts'
import { sheetQueue } from './staff-queries.ts'
import { staffSheetsText } from './staff-text.ts'

const UnsignedSetting = later(
  async () => {
    const { UnsignedSetting, loadUnsignedWords } = await import('./unsigned-setting.tsx')
    await loadUnsignedWords()
    return UnsignedSetting
  },
  { when: 'drawn' },
)

const route = getRouteApi('/console/staff/sheets')

/** The sheets to sign, earliest delivery first. */
export function StaffSheetsScreen(): ReactNode {
  const t = useText(staffSheetsText)
  useTitle(t.title)
  const maySet = useMay('settings')
  const { page = 1 } = route.useSearch()
  const list = useQuery(sheetQueue(page))
  const { day, today } = useFormat()
  const isRefreshing = useDelayed(list.isFetching)
  const { data, error } = list
  return (
    <div className="stack">
      <PageHead title={t.title} description={t.description} />
      {error && data && <OutdatedNotice words={t.outdated} error={error} onRetry={() => void list.refetch()} />}
      <Card flush>
        {error && !data ? (
          <QueryFailure title={t.failed} query={list} />
        ) : data?.data.length === 0 ? (
          <EmptyState icon="check" title={page > 1 ? t.pastEnd : t.empty.title} description={t.empty.description} />
        ) : (
          <Table
            caption={t.title}
            rows={data?.data}
            rowKey={({ id }) => id}
            busy={isRefreshing}
            columns={[
              {
                key: 'case',
                label: t.columns.case,
                phone: 'title',
                cell: ({ id, code, summary }) => (
                  <TwoLines sub={summary}>
                    <Link to="/staff/sheets/$id" params={{ id }} className="table__link">
                      {code}
                    </Link>
                  </TwoLines>
                ),
              },
              {
                key: 'delivery',
                label: t.columns.delivery,
                size: 'md',
                cell: ({ deliveryOn }) =>
                  deliveryOn ? (
                    <TwoLines sub={deliveryOn < today() && <span className="tone--late">{t.past}</span>}>
                      {day(deliveryOn)}
                    </TwoLines>
                  ) : (
                    <span className="muted">{t.noDay}</span>
                  ),
              },
              {
                key: 'practice',
                label: t.columns.practice,
                cell: ({ practice, patientCode }) => <TwoLines sub={t.sheet.patient(patientCode)}>{practice}</TwoLines>,
              },
              {
                key: 'traced',
                label: t.columns.traced,
                cell: ({ traced, products }) => t.traced(traced, products),
              },
            ]}
          />
        )}
      </Card>
      {data && data.data.length > 0 && <Pages page={data.page} shown={data.data.length} />}
      {maySet && <UnsignedSetting />}
    </div>
  )
}

function Pages({ page: { number, size, total }, shown }: { page: Page; shown: number }) {
  const t = useText(staffSheetsText)
  const before = (number - 1) * size
  return (
    <Pagination
      label={t.pages}
      summary={t.range(before + 1, before + shown, total, total === mostCounted)}
      page={number}
      pageCount={Math.ceil(total / size)}
      previousLabel={t.previous}
      nextLabel={t.nextPage}
      pageLabel={t.page}
      renderLink={(page, props) => (
        <PageLink to="/staff/sheets" search={{ page: page > 1 ? page : undefined }} {...props} />
      )}
    />
  )
}
