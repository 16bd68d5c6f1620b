import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { call } from '#kit/web/call.ts'
import { later } from '#kit/web/later.tsx'
import { OutdatedNotice } from '#kit/web/outdated-notice.tsx'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { ButtonLink } from '#kit/web/ui/button-link.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { EmptyState } from '#kit/web/ui/empty-state.tsx'
import { PageHead } from '#kit/web/ui/page-head.tsx'
import { ResultCount } from '#kit/web/ui/result-count.tsx'
import { Skeleton } from '#kit/web/ui/skeleton.tsx'
import { useDelayed } from '#kit/web/ui/use-delayed.ts'
import { useSaving } from '#kit/web/use-saving.ts'
import { staffAuditCalls } from '../contract.ts'
import { AuditFilterBar } from './audit-filters.tsx'
import { AuditTable } from './audit-table.tsx'
import { knownSearch } from './known-search.ts'
import { type AuditSearch, changed, filtersOf, isFiltered } from './search.ts'
import { auditLines } from './staff-queries.ts'
import { staffAuditText } from './staff-text.ts'

const route = getRouteApi('/console/staff/audit')
const ChainCheck = later(() => import('./chain-check.tsx').then(module => module.ChainCheck), {
  when: 'drawn',
  meanwhile: () => <Skeleton width="long" />,
})

/** Who did and saw what, and whether the record is whole. */
export function StaffAuditScreen() {
  const t = useText(staffAuditText)
  useTitle(t.title)
  const search = knownSearch(route.useSearch())
  const list = useQuery(auditLines(search))
  const isRefreshing = useDelayed(list.isFetching)
  const { save, isPending } = useSaving({})
  const { data: known, error } = list
  const table = () => call(staffAuditCalls.export, { query: filtersOf(search) })
  return (
    <div className="stack">
      <PageHead
        title={t.title}
        description={t.description}
        actions={
          <Button
            icon="download"
            pending={isPending}
            onClick={() => save({ load: table, name: t.exportName, failed: t.exportFailed })}
          >
            {t.export}
          </Button>
        }
      />
      <AuditFilterBar search={search} of={known?.of} />
      <ResultCount hidden>{known && !list.isPlaceholderData && t.shown(known.data.length)}</ResultCount>
      {error && known && <OutdatedNotice words={t.outdated} error={error} onRetry={() => void list.refetch()} />}
      <Card
        flush
        footer={known && (known.hasOlder || search.before) && <Steps search={search} oldest={oldestOf(known)} />}
      >
        {error && !known ? (
          <QueryFailure title={t.failed} query={list} />
        ) : known?.data.length === 0 ? (
          <EmptyState
            icon="search"
            title={t.nothing}
            description={t.nothingHint}
            action={
              isFiltered(search) && (
                <ButtonLink to="/staff/audit" search={{}}>
                  {t.clear}
                </ButtonLink>
              )
            }
          />
        ) : (
          <AuditTable rows={known?.data} search={search} busy={isRefreshing} />
        )}
      </Card>
      <ChainCheck />
    </div>
  )
}

/** Start of the next page; undefined if there is none. */
const oldestOf = ({ data, hasOlder }: { data: readonly { id: string }[]; hasOlder: boolean }) =>
  hasOlder ? data.at(-1)?.id : undefined

function Steps({ search, oldest }: { search: AuditSearch; oldest: string | undefined }) {
  const t = useText(staffAuditText)
  return (
    <nav className="row" aria-label={t.pages}>
      {search.before && (
        <ButtonLink to="/staff/audit" search={changed(search, {})} icon="arrow-up" size="sm">
          {t.newest}
        </ButtonLink>
      )}
      {oldest && (
        <ButtonLink to="/staff/audit" search={{ ...search, before: oldest }} icon="arrow-down" size="sm">
          {t.older}
        </ButtonLink>
      )}
    </nav>
  )
}
