import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { accessText } from '#features/account/web/access-text.ts'
import type { LinkDialogProps } from '#features/account/web/link-dialog.tsx'
import { useChanged } from '#features/live/web/use-changed.ts'
import { staffPracticeCalls } from '#features/practices/contract.ts'
import { call } from '#kit/web/call.ts'
import { useFormat } from '#kit/web/format.tsx'
import { OutdatedNotice } from '#kit/web/outdated-notice.tsx'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { loadText, useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { Breadcrumb, BreadcrumbHere, BreadcrumbLink } from '#kit/web/ui/breadcrumb.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { ButtonLink } from '#kit/web/ui/button-link.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { PageHead } from '#kit/web/ui/page-head.tsx'
import { BlockSkeleton, Skeleton } from '#kit/web/ui/skeleton.tsx'
import { useLateDialog } from '#kit/web/use-late-dialog.tsx'
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

/**
 * One request beside what it resembles, and its decision. The return type is explicit: inferring it would be circular
 * through the route table.
 */
export function StaffSignupScreen(): ReactNode {
  const t = useText(staffSignupText)
  const { id } = route.useParams()
  const found = useQuery(signupOne(id))
  const { error } = found
  const request = found.data?.data
  const areMailsSent = found.data?.areMailsSent ?? true
  // The request was waiting when first shown, so a later decision is announced.
  const [hasWaited, setHasWaited] = useState(false)
  if (request?.state === 'waiting' && !hasWaited) setHasWaited(true)
  const name = request && personName(request)
  useTitle(name ?? t.title)
  const format = useFormat()
  return (
    <div className="stack">
      <div className="stack">
        <Breadcrumb label={t.title}>
          <BreadcrumbLink to="/staff/signup-requests">{t.title}</BreadcrumbLink>
          {(name || !error) && <BreadcrumbHere>{name ?? <Skeleton width="short" />}</BreadcrumbHere>}
        </Breadcrumb>
        <PageHead
          title={name ?? (error ? t.title : <Skeleton shape="title" width="medium" />)}
          description={request && t.one.received(format.dayTime(request.createdAt))}
          actions={request && <SignupState state={request.state} />}
        />
      </div>
      {error && request && <OutdatedNotice words={t.one.outdated} error={error} onRetry={() => void found.refetch()} />}
      {request ? (
        <>
          {request.state !== 'waiting' && <Decided request={request} areMailsSent={areMailsSent} isNews={hasWaited} />}
          <div className="staff-signup">
            <Card title={t.one.asked}>
              <SignupDetails request={request} />
            </Card>
            <div className="stack">
              <Card title={t.one.alike}>
                <SignupAlike request={request} areMailsSent={areMailsSent} />
              </Card>
              {request.state === 'waiting' && <SignupDecision request={request} areMailsSent={areMailsSent} />}
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

type DecidedProps = { request: SignupRequest; areMailsSent: boolean; isNews: boolean }

function Decided({ request, areMailsSent, isNews }: DecidedProps) {
  const { state, decidedBy, decidedAt, reason, isRefusedSilently, isSentLink, practice, invited } = request
  const t = useText(staffSignupText)
  const format = useFormat()
  const answer = useRef<HTMLDivElement>(null)
  // The submitted form is gone, so the answer gets the focus, unless the user has moved on meanwhile.
  useLayoutEffect(() => {
    if (isNews && document.activeElement === document.body) answer.current?.focus()
  }, [isNews])
  const title = decidedAt && t.one.decidedBy(t.state[state], decidedBy ?? '', format.dayTime(decidedAt))
  return (
    <div ref={answer} className="staff-signup__decided" tabIndex={-1}>
      <Notice tone={state === 'approved' ? 'ok' : 'info'} title={title}>
        {practice && (
          <div className="row">
            <ButtonLink to="/staff/practices/$id" params={{ id: practice.id }}>
              {t.one.open(practice.name)}
            </ButtonLink>
            {invited && !areMailsSent && <CopyLink invited={invited} />}
          </div>
        )}
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
    </div>
  )
}

const loadLink = async () => {
  const [{ LinkDialog }] = await Promise.all([import('#features/account/web/link-dialog.tsx'), loadText(accessText)])
  return LinkDialog
}

/** Without mails, the invitation is handed over as a link. */
function CopyLink({ invited: { id, name } }: { invited: NonNullable<SignupRequest['invited']> }) {
  const { one: t } = useText(staffSignupText)
  const changed = useChanged()
  const link = useLateDialog<LinkDialogProps>(loadLink)
  const make = () =>
    call(staffPracticeCalls.copyLink, { params: { id } })
      .then(({ data }) => data)
      .finally(() => void changed('signups'))
  return (
    <>
      <Button
        onPointerEnter={link.prepare}
        onFocus={link.prepare}
        onClick={() => link.open({ name, make, refusals: t.linkRefusals })}
      >
        {t.copyLink}
      </Button>
      {link.dialog}
    </>
  )
}
