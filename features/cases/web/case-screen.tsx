import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { Breadcrumb, BreadcrumbHere, BreadcrumbLink } from '#kit/web/ui/breadcrumb.tsx'
import { Skeleton } from '#kit/web/ui/skeleton.tsx'
import { useDelayed } from '#kit/web/ui/use-delayed.ts'
import type { Case, CaseRow } from '../contract.ts'
import './case.css'
import { CaseDetails } from './case-details.tsx'
import { CaseFailure } from './case-failure.tsx'
import { CaseHead } from './case-head.tsx'
import { CaseWidgets } from './case-widgets.tsx'
import { HoldNotice } from './hold-notice.tsx'
import { OutdatedNotice } from './outdated-notice.tsx'
import { caseOne } from './queries.ts'
import { casesText } from './text.ts'

const route = getRouteApi('/portal/cases/$id')

export function CaseScreen() {
  const t = useText(casesText)
  const { id } = route.useParams()
  const found = useQuery(caseOne(id, useQueryClient()))
  const isRefreshing = useDelayed(found.isFetching)
  const { data, error } = found
  const retry = () => void found.refetch()
  if (error && !data) return <CaseFailure error={error} isTrying={found.isFetching} onRetry={retry} />
  return (
    <>
      {error && <OutdatedNotice words={t.one.outdated} error={error} onRetry={retry} />}
      <Shown known={data} isBusy={isRefreshing} />
    </>
  )
}

function Shown({ known, isBusy }: { known: Case | CaseRow | undefined; isBusy: boolean }) {
  const t = useText(casesText)
  useTitle(known?.code ?? t.list.title)
  return (
    <>
      <Breadcrumb label={t.one.breadcrumb}>
        <BreadcrumbLink to="/cases">{t.list.title}</BreadcrumbLink>
        <BreadcrumbHere>{known?.code ?? <Skeleton width="short" />}</BreadcrumbHere>
      </Breadcrumb>
      <div className="case" aria-busy={isBusy || !known || undefined}>
        <CaseHead known={known} />
        {known && <HoldNotice row={known} />}
        <CaseWidgets known={known} />
        <CaseDetails known={known && 'products' in known ? known : undefined} />
      </div>
    </>
  )
}
