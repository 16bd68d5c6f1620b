import type { UseQueryResult } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import type { Reply } from '#kit/contract.ts'
import { Problem } from '#kit/problem.ts'
import { kitText } from '#kit/web/kit-text.ts'
import { later } from '#kit/web/later.tsx'
import { OutdatedNotice } from '#kit/web/outdated-notice.tsx'
import { Pages } from '#kit/web/pages.tsx'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { ErrorState } from '#kit/web/ui/error-state.tsx'
import { PageLink } from '#kit/web/ui/pagination.tsx'
import { Table } from '#kit/web/ui/table.tsx'
import { useDelayed } from '#kit/web/ui/use-delayed.ts'
import type { caseListCalls } from '../list-contract.ts'
import { useCaseColumns } from './case-columns.tsx'
import './case-rows.css'
import { caseQueryOf } from './search.ts'
import { casesText } from './text.ts'

const route = getRouteApi('/portal/cases')

/** Loaded on demand: most lists have cases. */
const NoCases = later(() => import('./no-cases.tsx').then(module => module.NoCases), { when: 'drawn' })

type ListReply = Reply<typeof caseListCalls.list>

/** The rows, or why there are none. */
export function CaseResults({ list }: { list: UseQueryResult<ListReply> }) {
  const t = useText(casesText)
  // Rows render at deferred priority, so that neither a new address nor its answer blocks typing.
  const wanted = route.useSearch()
  const search = useDeferredValue(wanted)
  // The first rows are not deferred: there is nothing to show in their place.
  const data = useDeferredValue(list.data) ?? list.data
  const columns = useCaseColumns(search)
  const isRefreshing = useDelayed(list.isFetching)
  const { error } = list
  if (error && !data) return <Failed error={error} isTrying={list.isFetching} onRetry={() => void list.refetch()} />
  if (data?.data.length === 0) {
    return (
      <Card flush>
        <NoCases search={search} total={data.page.total} counts={data.counts} />
      </Card>
    )
  }
  return (
    <>
      {error && <OutdatedNotice words={t.list.outdated} error={error} onRetry={() => void list.refetch()} />}
      <Card
        flush
        footer={
          data && (
            <Pages
              page={data.page}
              shown={data.data.length}
              renderLink={(page, props) => <PageLink to="/cases" search={{ ...search, page }} {...props} />}
            />
          )
        }
      >
        {/* Old rows are marked busy while the requested ones load. */}
        <div className="case-rows" aria-busy={search !== wanted || data !== list.data || undefined}>
          <Table
            caption={t.list.tabs[caseQueryOf(search).tab]}
            columns={columns}
            rows={data?.data}
            rowKey={row => row.id}
            busy={isRefreshing}
          />
        </div>
      </Card>
    </>
  )
}

type FailedProps = { error: Error; isTrying: boolean; onRetry: () => void }

function Failed({ error, isTrying, onRetry }: FailedProps) {
  const t = useText(casesText)
  const kit = useText(kitText)
  const sentence = useProblemText()
  return (
    <Card flush>
      <ErrorState
        icon={error instanceof Problem && error.status === 0 ? 'offline' : 'warning'}
        title={t.list.failed}
        description={sentence(error)}
        retryLabel={kit.error.retry}
        onRetry={onRetry}
        pending={isTrying}
      />
    </Card>
  )
}
