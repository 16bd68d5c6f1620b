import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useLocation } from '@tanstack/react-router'
import { later } from '#kit/web/later.tsx'
import { loadText, useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { Breadcrumb, BreadcrumbHere, BreadcrumbLink } from '#kit/web/ui/breadcrumb.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { BlockSkeleton, Skeleton } from '#kit/web/ui/skeleton.tsx'
import { useDelayed } from '#kit/web/ui/use-delayed.ts'
import './case.css'
import { OutdatedNotice } from '#kit/web/outdated-notice.tsx'
import type { Case } from '../contract.ts'
import { CaseDetails } from './case-details.tsx'
import { CaseHead } from './case-head.tsx'
import { CaseTabs } from './case-tabs.tsx'
import { caseText } from './case-text.ts'
import { CaseWidgets } from './case-widgets.tsx'
import { HoldNotice } from './hold-notice.tsx'
import { LateNotice } from './late-notice.tsx'
import { caseOne, type KnownCase } from './queries.ts'
import { casesText } from './text.ts'

const route = getRouteApi('/portal/cases/$id')

/** Rare, and drawn with the shared failure view. */
const CaseFailure = later(() => import('./case-failure.tsx').then(module => module.CaseFailure), { when: 'drawn' })
const CaseFiles = later(() => import('#features/attachments/web/files.tsx').then(module => module.CaseFiles), {
  when: 'drawn',
  meanwhile: BlockSkeleton,
})

/** Loaded on demand with the words of the actions: few cases have any. */
const CaseAsides = later(
  () => Promise.all([import('./case-asides.tsx'), loadText(caseText)]).then(([{ CaseAsides }]) => CaseAsides),
  { when: 'drawn' },
)
const CaseNeighbours = later(
  () =>
    Promise.all([import('./case-neighbours.tsx'), loadText(caseText)]).then(([{ CaseNeighbours }]) => CaseNeighbours),
  { when: 'drawn', meanwhile: NeighboursRoom, withoutIt: NeighboursRoom },
)
const Thread = later(() => Promise.all([import('./thread.tsx'), loadText(caseText)]).then(([{ Thread }]) => Thread), {
  when: 'drawn',
  meanwhile: BlockSkeleton,
})

const hasAsides = ({ requests, remakeOf, remake, printType, isScanAwaited }: Case) =>
  requests.length > 0 || remakeOf || remake || printType === 'physical' || isScanAwaited

/** Reserves the space of the links, so that nothing below moves. */
function NeighboursRoom() {
  return <div className="case__neighbours" />
}

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
  const { tab = 'details' } = route.useSearch()
  const list = useLocation({ select: ({ state }) => state.list })
  return (
    <>
      <Breadcrumb label={t.one.breadcrumb}>
        <BreadcrumbLink to="/cases" search={list ?? {}}>
          {t.list.title}
        </BreadcrumbLink>
        <BreadcrumbHere>{row?.code ?? <Skeleton width="short" />}</BreadcrumbHere>
      </Breadcrumb>
      {list && <CaseNeighbours id={id} list={list} />}
      <div key={id} className="case" aria-busy={isBusy || !row || undefined}>
        <CaseHead row={row} whole={whole} />
        {row && <HoldNotice row={row} whole={whole} />}
        {whole && <LateNotice known={whole} />}
        {whole && hasAsides(whole) && <CaseAsides known={whole} />}
        <CaseWidgets row={row} whole={whole} />
        <CaseTabs id={id} part={tab} known={whole} />
        <div className="case__columns">
          {tab === 'attachments' ? (
            <Card>
              <CaseFiles orderId={id} />
            </Card>
          ) : (
            <CaseDetails known={whole} />
          )}
          {whole && <Thread orderId={id} hasFiles={tab === 'details'} isUpToDate={!isBusy} />}
        </div>
      </div>
    </>
  )
}
