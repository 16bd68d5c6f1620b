import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useFormat } from '#kit/web/format.tsx'
import { OutdatedNotice } from '#kit/web/outdated-notice.tsx'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { Breadcrumb, BreadcrumbHere, BreadcrumbLink } from '#kit/web/ui/breadcrumb.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { PageHead } from '#kit/web/ui/page-head.tsx'
import { BlockSkeleton, Skeleton } from '#kit/web/ui/skeleton.tsx'
import type { SignupRequest } from '../contract.ts'
import { personName } from '../rules.ts'
import { SignupAlike } from './signup-alike.tsx'
import { SignupDecision } from './signup-decision.tsx'
import { SignupDetails } from './signup-details.tsx'
import { SignupState } from './signup-state.tsx'
import { signupOne } from './staff-queries.ts'
import { staffSignupText } from './staff-text.ts'
import './staff-signup.css'

const route = getRouteApi('/console/staff/signup-requests/$id')

/** One request beside what it resembles, and what is decided of it. */
export function StaffSignupScreen() {
  const t = useText(staffSignupText)
  const { id } = route.useParams()
  const found = useQuery(signupOne(id))
  const { data: request, error } = found
  const name = request && personName(request)
  useTitle(name ?? t.title)
  const format = useFormat()
  return (
    <div className="stack">
      <div>
        <Breadcrumb label={t.title}>
          <BreadcrumbLink to="/staff/signup-requests">{t.title}</BreadcrumbLink>
          <BreadcrumbHere>{name ?? <Skeleton width="short" />}</BreadcrumbHere>
        </Breadcrumb>
        <PageHead
          title={name ?? <Skeleton shape="title" width="medium" />}
          description={request && t.one.received(format.dayTime(request.createdAt))}
          actions={request && <SignupState state={request.state} />}
        />
      </div>
      {error && request && <OutdatedNotice words={t.one.outdated} error={error} onRetry={() => void found.refetch()} />}
      {request ? (
        <>
          {request.state !== 'waiting' && <Decided request={request} />}
          <div className="staff-signup">
            <Card title={t.one.asked}>
              <SignupDetails request={request} />
            </Card>
            <div className="stack">
              <Card title={t.one.alike}>
                <SignupAlike request={request} />
              </Card>
              {request.state === 'waiting' && <SignupDecision key={id} request={request} />}
            </div>
          </div>
        </>
      ) : error ? (
        <Card flush>
          <QueryFailure title={t.one.failed} query={found} />
        </Card>
      ) : (
        <BlockSkeleton />
      )}
    </div>
  )
}

function Decided({ request }: { request: SignupRequest }) {
  const { state, decidedBy, decidedAt, reason, isRefusedSilently, isSentLink } = request
  const t = useText(staffSignupText)
  const format = useFormat()
  const title = decidedAt && t.one.decidedBy(t.state[state], decidedBy ?? '', format.dayTime(decidedAt))
  return (
    <Notice tone={state === 'approved' ? 'ok' : 'info'} title={title}>
      {state === 'refused' && (
        <p className="staff-signup__words">
          {isSentLink
            ? t.one.link.told
            : isRefusedSilently
              ? t.one.toldNobody
              : reason
                ? `${t.one.told} — ${reason}`
                : t.one.toldNothing}
        </p>
      )}
    </Notice>
  )
}
