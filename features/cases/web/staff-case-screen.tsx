import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMay } from '#features/auth/web/use-user.ts'
import { Problem } from '#kit/problem.ts'
import { later } from '#kit/web/later.tsx'
import { OutdatedNotice } from '#kit/web/outdated-notice.tsx'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { loadText, useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { Breadcrumb, BreadcrumbHere, BreadcrumbLink } from '#kit/web/ui/breadcrumb.tsx'
import { ButtonLink } from '#kit/web/ui/button-link.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { EmptyState } from '#kit/web/ui/empty-state.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { PageHead } from '#kit/web/ui/page-head.tsx'
import { BlockSkeleton, Skeleton } from '#kit/web/ui/skeleton.tsx'
import { useDelayed } from '#kit/web/ui/use-delayed.ts'
import './case.css'
import { isCollected } from '../rules.ts'
import type { StaffCase } from '../staff-contract.ts'
import { caseText } from './case-text.ts'
import { PatientWords } from './patient-words.tsx'
import { ProductTable } from './product-table.tsx'
import { StaffCaseActs } from './staff-case-acts.tsx'
import { StaffCaseDates } from './staff-case-dates.tsx'
import { StaffCaseFacts, StaffCaseSteps } from './staff-case-facts.tsx'
import { StaffHoldNotice } from './staff-hold-notice.tsx'
import { StaffMeanwhile } from './staff-meanwhile.tsx'
import { staffCaseOne } from './staff-queries.ts'
import { staffRequestsText } from './staff-requests-text.ts'
import { staffCasesText, staffCaseText } from './staff-text.ts'
import { StaffThread } from './staff-thread.tsx'

const route = getRouteApi('/console/staff/cases/$id')

const Files = later(() => import('#features/attachments/web/staff-files.tsx').then(({ load }) => load()), {
  when: 'drawn',
  meanwhile: BlockSkeleton,
})
const Sheet = later(() => import('#features/traceability/web/staff-sheet.tsx').then(({ load }) => load()), {
  when: 'drawn',
  meanwhile: BlockSkeleton,
})
const RemakeOf = later(
  () => Promise.all([import('./staff-remake.tsx'), loadText(caseText)]).then(([module]) => module.StaffRemake),
  { when: 'drawn' },
)
const Way = later(
  () => Promise.all([import('./staff-way.tsx'), loadText(caseText)]).then(([module]) => module.StaffWay),
  { when: 'drawn' },
)
const Problems = later(
  () =>
    Promise.all([import('./staff-problems.tsx'), loadText(caseText), loadText(staffRequestsText)]).then(
      ([module]) => module.StaffProblems,
    ),
  { when: 'drawn' },
)
const Requests = later(
  () =>
    Promise.all([import('./staff-requests.tsx'), loadText(staffRequestsText)]).then(([module]) => module.StaffRequests),
  { when: 'drawn' },
)

/** One case with what the bench, the telephone and the door need to know. */
export function StaffCaseScreen() {
  const t = useText(staffCaseText)
  const { list } = useText(staffCasesText)
  const { id } = route.useParams()
  const found = useQuery(staffCaseOne(id))
  const isRefreshing = useDelayed(found.isFetching)
  const { data: known, error } = found
  useTitle(known?.code ?? list.title)
  if (error && !known) return <Failed query={found} />
  return (
    <>
      {error && <OutdatedNotice words={t.outdated} error={error} onRetry={() => void found.refetch()} />}
      <Breadcrumb label={t.breadcrumb}>
        <BreadcrumbLink to="/staff/cases">{list.title}</BreadcrumbLink>
        <BreadcrumbHere>{known?.code ?? <Skeleton width="short" />}</BreadcrumbHere>
      </Breadcrumb>
      <div className="case" aria-busy={isRefreshing || !known || undefined}>
        <PageHead
          title={known?.code ?? <Skeleton shape="title" width="medium" />}
          description={
            <>
              <span className="case__patient">
                {known ? <PatientWords row={known} /> : <Skeleton width="medium" />}
              </span>
              {known ? `${known.practice.name} · ${known.summary}` : <Skeleton width="long" />}
            </>
          }
          actions={known && <StaffCaseActs known={known} />}
        />
        <StaffCaseDates known={known} />
        {known ? <Parts known={known} /> : <BlockSkeleton />}
      </div>
    </>
  )
}

function Parts({ known }: { known: StaffCase }) {
  const t = useText(staffCaseText)
  const { id, comment, problems, remakeOf, remake } = known
  const mayTrace = useMay('sheets')
  return (
    <>
      <StaffMeanwhile known={known} />
      <StaffHoldNotice known={known} />
      {(isCollected(known) || known.status === 'shipped' || known.tracking) && <Way known={known} />}
      <Requests caseId={id} />
      {remakeOf && <RemakeOf known={known} />}
      {remake && <Remake words={t.remake} to={remake} />}
      <div className="case__columns">
        <div className="stack">
          <ProductTable products={known.products} />
          {comment && (
            <Card title={t.comment}>
              <p className="case__comment">{comment}</p>
            </Card>
          )}
          <Card title={t.files}>
            <Files known={known} />
          </Card>
          {problems.length > 0 && <Problems known={known} />}
          {mayTrace && <Sheet caseId={id} />}
          <StaffThread known={known} />
        </div>
        <div className="stack case__aside">
          <StaffCaseFacts known={known} />
          <StaffCaseSteps known={known} />
        </div>
      </div>
    </>
  )
}

const Remake = ({ words, to: { id, code } }: { words: string; to: NonNullable<StaffCase['remake']> }) => (
  <Notice icon="refresh">
    {words}{' '}
    <Link to="/staff/cases/$id" params={{ id }} className="link num">
      {code}
    </Link>
  </Notice>
)

function Failed({ query }: { query: Parameters<typeof QueryFailure>[0]['query'] }) {
  const t = useText(staffCaseText)
  const isUnknown = query.error instanceof Problem && query.error.status === 404
  return (
    <Card flush>
      {isUnknown ? (
        <EmptyState
          icon="search"
          title={t.notFound}
          isWhole
          description={t.notFoundAdvice}
          action={<ButtonLink to="/staff/cases">{t.backToList}</ButtonLink>}
        />
      ) : (
        <QueryFailure title={t.failed} query={query} isWhole />
      )}
    </Card>
  )
}
