import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useFormat } from '#kit/web/format.tsx'
import { Pages } from '#kit/web/pages.tsx'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { Breadcrumb, BreadcrumbHere, BreadcrumbLink } from '#kit/web/ui/breadcrumb.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { EmptyState } from '#kit/web/ui/empty-state.tsx'
import { PageHead } from '#kit/web/ui/page-head.tsx'
import { PageLink } from '#kit/web/ui/pagination.tsx'
import { ResultCount } from '#kit/web/ui/result-count.tsx'
import { Table } from '#kit/web/ui/table.tsx'
import { TwoLines } from '#kit/web/ui/two-lines.tsx'
import { useDelayed } from '#kit/web/ui/use-delayed.ts'
import type { CountedCase } from '../contract.ts'
import { type CountedSearch, countedQueryOf } from './search.ts'
import { countedCases } from './staff-queries.ts'
import { staffFiguresText } from './staff-text.ts'

const route = getRouteApi('/console/staff/figures/cases')

/** The cases behind one number of the figures. */
export function StaffFigureCasesScreen() {
  const t = useText(staffFiguresText)
  const format = useFormat()
  const search: CountedSearch = route.useSearch()
  const query = countedQueryOf(search, format.today())
  const { from, to, cause } = query
  const title = t.list.titles[query.list]
  useTitle(title)
  const list = useQuery(countedCases(query))
  const isRefreshing = useDelayed(list.isFetching)
  const { data: known, error } = list
  const days = `${format.day(from, 'year')} – ${format.day(to, 'year')}`
  return (
    <div className="stack">
      <Breadcrumb label={t.title}>
        <BreadcrumbLink to="/staff/figures" search={{ from, to }}>
          {t.list.back}
        </BreadcrumbLink>
        <BreadcrumbHere>{title}</BreadcrumbHere>
      </Breadcrumb>
      <PageHead title={title} description={[days, cause && t.delays.causes[cause]].filter(Boolean).join(' · ')} />
      <ResultCount>{known && !list.isPlaceholderData && t.cases(known.page.total)}</ResultCount>
      <Card
        flush
        footer={
          known &&
          known.data.length > 0 && (
            <Pages
              page={known.page}
              shown={known.data.length}
              renderLink={(page, props) => (
                <PageLink to="/staff/figures/cases" search={{ ...search, page }} {...props} />
              )}
            />
          )
        }
      >
        {error && !known ? (
          <QueryFailure title={t.list.failed} query={list} />
        ) : known?.data.length === 0 ? (
          <EmptyState icon="case" title={t.list.nothing} />
        ) : (
          <Counted rows={known?.data} title={title} busy={isRefreshing} />
        )}
      </Card>
    </div>
  )
}

type CountedProps = { rows: readonly CountedCase[] | undefined; title: string; busy: boolean }

function Counted({ rows, title, busy }: CountedProps) {
  const t = useText(staffFiguresText)
  const format = useFormat()
  return (
    <Table
      caption={title}
      rows={rows}
      rowKey={({ id }) => id}
      busy={busy}
      columns={[
        {
          key: 'case',
          label: t.list.columns.case,
          phone: 'title',
          cell: ({ id, code, practice }) => (
            <TwoLines sub={practice}>
              <Link to="/staff/cases/$id" params={{ id }} className="table__link">
                {code}
              </Link>
            </TwoLines>
          ),
        },
        {
          key: 'technician',
          label: t.list.columns.technician,
          cell: ({ technician }) => technician ?? <span className="muted">{t.technicians.nobody}</span>,
        },
        {
          key: 'promised',
          label: t.list.columns.promised,
          size: 'md',
          cell: ({ promisedOn }) => promisedOn && format.day(promisedOn, 'year'),
        },
        {
          key: 'delivered',
          label: t.list.columns.delivered,
          size: 'md',
          cell: ({ deliveredOn }) => format.day(deliveredOn, 'year'),
        },
        {
          key: 'note',
          label: t.list.columns.note,
          cell: ({ cause, remake }) => (
            <TwoLines sub={cause && t.delays.causes[cause]}>
              {remake && (
                <Link to="/staff/cases/$id" params={{ id: remake.id }}>
                  {t.list.remade(remake.code)}
                </Link>
              )}
            </TwoLines>
          ),
        },
      ]}
    />
  )
}
