import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMarkRead } from '#features/notices/web/use-mark-read.ts'
import { later } from '#kit/web/later.tsx'
import { useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { Breadcrumb, BreadcrumbHere, BreadcrumbLink } from '#kit/web/ui/breadcrumb.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { BlockSkeleton, Skeleton } from '#kit/web/ui/skeleton.tsx'
import { useDelayed } from '#kit/web/ui/use-delayed.ts'
import './case.css'
import { OutdatedNotice } from '#kit/web/outdated-notice.tsx'
import { CaseDetails } from './case-details.tsx'
import { CaseHead } from './case-head.tsx'
import { CaseTabs } from './case-tabs.tsx'
import { CaseWidgets } from './case-widgets.tsx'
import { HoldNotice } from './hold-notice.tsx'
import { caseOne, type KnownCase } from './queries.ts'
import { RemakeNotices } from './remake-notices.tsx'
import { casesText } from './text.ts'

const route = getRouteApi('/portal/cases/$id')

/** Rare, and drawn with what all failures share. */
const CaseFailure = later(() => import('./case-failure.tsx').then(module => module.CaseFailure), { when: 'drawn' })
const CaseFiles = later(() => import('#features/attachments/web/files.tsx').then(module => module.CaseFiles), {
  when: 'drawn',
  meanwhile: BlockSkeleton,
})

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

function Shown({ known, isBusy }: { known: KnownCase | undefined; isBusy: boolean }) {
  const t = useText(casesText)
  const { row, whole } = known ?? {}
  useTitle(row?.code ?? t.list.title)
  const { id } = route.useParams()
  useMarkRead(id, whole !== undefined && !isBusy)
  const { tab = 'details' } = route.useSearch()
  return (
    <>
      <Breadcrumb label={t.one.breadcrumb}>
        <BreadcrumbLink to="/cases">{t.list.title}</BreadcrumbLink>
        <BreadcrumbHere>{row?.code ?? <Skeleton width="short" />}</BreadcrumbHere>
      </Breadcrumb>
      <div className="case" aria-busy={isBusy || !row || undefined}>
        <CaseHead row={row} whole={whole} />
        {row && <HoldNotice row={row} />}
        {whole && <RemakeNotices known={whole} />}
        <CaseWidgets row={row} whole={whole} />
        <CaseTabs id={id} part={tab} known={whole} />
        {tab === 'attachments' ? (
          <Card>
            <CaseFiles orderId={id} />
          </Card>
        ) : (
          <CaseDetails known={whole} />
        )}
      </div>
    </>
  )
}
