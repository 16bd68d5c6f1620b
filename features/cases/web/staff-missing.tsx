import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { daysBetween } from '#kit/day.ts'
import { useFormat } from '#kit/web/format.tsx'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { EmptyState } from '#kit/web/ui/empty-state.tsx'
import { Table } from '#kit/web/ui/table.tsx'
import { TwoLines } from '#kit/web/ui/two-lines.tsx'
import { useDelayed } from '#kit/web/ui/use-delayed.ts'
import { missingList } from './staff-queries.ts'
import { staffCasesText, staffIntakeLaterText, staffIntakeText } from './staff-text.ts'

/** Questions that practices have not answered: who asked, and since when. */
export function StaffMissing() {
  const { missing: t } = useText(staffIntakeLaterText)
  const { failed } = useText(staffIntakeText)
  const words = useText(staffCasesText)
  const format = useFormat()
  const list = useQuery({ ...missingList, placeholderData: keepPreviousData })
  const isRefreshing = useDelayed(list.isFetching)
  const shown = list.data?.data.length ?? 0
  const total = list.data?.page.total ?? 0
  if (list.error && !list.data)
    return (
      <Card flush>
        <QueryFailure title={failed} query={list} />
      </Card>
    )
  if (list.data?.data.length === 0)
    return (
      <Card flush>
        <EmptyState icon="check" {...t.none} />
      </Card>
    )
  return (
    <Card flush footer={total > shown && <More total={total} shown={shown} />}>
      <p className="intake__missing muted">{t.description}</p>
      <Table
        caption={t.description}
        rows={list.data?.data}
        rowKey={({ id }) => id}
        busy={isRefreshing}
        columns={[
          {
            key: 'code',
            label: t.columns.code,
            phone: 'title',
            cell: ({ id, code, practice }) => (
              <TwoLines sub={practice.name}>
                <Link to="/staff/cases/$id" params={{ id }} className="table__link">
                  {code}
                </Link>
              </TwoLines>
            ),
          },
          {
            key: 'what',
            label: t.columns.what,
            phone: 'bare',
            cell: ({ hold }) => (
              <TwoLines sub={hold?.answer ? t.came : hold?.question} tone={hold?.answer ? 'ok' : undefined}>
                {words.hold[hold?.reason ?? 'other']}
              </TwoLines>
            ),
          },
          { key: 'owner', label: t.columns.owner, cell: ({ held }) => held?.by ?? t.nobody },
          {
            key: 'age',
            label: t.columns.age,
            size: 'md',
            cell: ({ held }) => held && words.days(daysBetween(format.dayOf(held.at), format.today())),
          },
        ]}
      />
    </Card>
  )
}

/** The rest is in the list. */
function More({ total, shown }: { total: number; shown: number }) {
  const { missing: t } = useText(staffIntakeLaterText)
  const { number } = useText(staffCasesText)
  return (
    <Link to="/staff/cases" search={{ statuses: ['on_hold'], sort_by: 'createdAt' }} className="link">
      {t.more(number(total - shown))}
    </Link>
  )
}
