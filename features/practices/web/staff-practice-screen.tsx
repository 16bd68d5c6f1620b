import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Navigate, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { NoMailsNotice } from '#features/account/web/access-notices.tsx'
import { useValueWords } from '#features/account/web/use-value-words.ts'
import { useMay } from '#features/auth/web/use-user.ts'
import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { useFormat } from '#kit/web/format.tsx'
import { later } from '#kit/web/later.tsx'
import { PhoneNumber } from '#kit/web/phone-number.tsx'
import { useProblemText } from '#kit/web/problem-text.ts'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { loadText, useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { Breadcrumb, BreadcrumbHere, BreadcrumbLink } from '#kit/web/ui/breadcrumb.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { ButtonLink } from '#kit/web/ui/button-link.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { DescriptionList } from '#kit/web/ui/description-list.tsx'
import { PageHead } from '#kit/web/ui/page-head.tsx'
import { BlockSkeleton, Skeleton } from '#kit/web/ui/skeleton.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { type PracticePage, staffPracticeCalls } from '../contract.ts'
import { PersonRow } from './person-row.tsx'
import { practiceOne } from './queries.ts'
import './staff-practices.css'
import { practicesText } from './text.ts'
import { usePeopleDialogs } from './use-people-dialogs.ts'
import { useSeldomDialog } from './use-seldom-dialog.ts'

const seldom = () => import('./seldom-text.ts').then(({ seldomText }) => loadText(seldomText))
const AccessQuestion = later(() =>
  Promise.all([import('./access-question.tsx'), seldom()]).then(([module]) => module.AccessQuestion),
)
const GapsNotice = later(
  () => Promise.all([import('./gaps-notice.tsx'), seldom()]).then(([module]) => module.GapsNotice),
  { when: 'drawn' },
)
const PracticeStanding = later(() => import('./practice-figures.tsx').then(module => module.PracticeStanding), {
  when: 'drawn',
})
const PracticeFigures = later(() => import('./practice-figures.tsx').then(module => module.PracticeFigures), {
  when: 'drawn',
  meanwhile: FiguresRoom,
})
const PracticeDialog = later(() => import('./practice-dialog.tsx').then(({ load }) => load()))

const route = getRouteApi('/console/staff/practices/$id')

/** A customer of the laboratory: its users, delivery days and figures. */
export function StaffPracticeScreen(): ReactNode {
  const { id } = route.useParams()
  const t = useText(practicesText)
  const query = useQuery(practiceOne(id))
  const practice = query.data?.data
  useTitle(practice?.name ?? t.title)
  const mayBill = useMay('billing')
  const { complete } = route.useSearch()
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<'change' | 'access' | undefined>(complete && 'change')
  function close() {
    setDialog(undefined)
    // Otherwise a reload would open the dialog again.
    if (complete) void navigate({ to: '/staff/practices/$id', params: { id }, replace: true })
  }
  return (
    <div className="stack">
      <div className="stack">
        <Breadcrumb label={t.title}>
          <BreadcrumbLink to="/staff/practices">{t.title}</BreadcrumbLink>
          <BreadcrumbHere>{practice?.name ?? ''}</BreadcrumbHere>
        </Breadcrumb>
        <PageHead
          title={practice?.name ?? t.title}
          description={practice?.isDisabled ? t.page.closed : practice?.city}
          actions={
            practice && (
              <>
                <Button variant="primary" onClick={() => setDialog('change')}>
                  {t.page.change}
                </Button>
                {mayBill && (
                  <ButtonLink to="/staff/billing/practices/$id" params={{ id }}>
                    {t.page.books}
                  </ButtonLink>
                )}
                <Button onClick={() => setDialog('access')}>
                  {practice.isDisabled ? t.page.enable : t.page.disable}
                </Button>
              </>
            )
          }
        />
      </div>
      {/* The practice was merged into another one, whose page this is. */}
      {practice && practice.id !== id && <Navigate to="/staff/practices/$id" params={{ id: practice.id }} replace />}
      {practice ? (
        <Page
          practice={practice}
          onChange={() => setDialog('change')}
          areMailsSent={query.data?.areMailsSent ?? true}
        />
      ) : query.error ? (
        <Card flush>
          <QueryFailure title={t.page.failed} query={query} />
        </Card>
      ) : (
        <BlockSkeleton />
      )}
      {practice && dialog === 'change' && <PracticeDialog {...{ practice, complete }} onClose={close} />}
      {practice && dialog === 'access' && <AccessQuestion practice={practice} onClose={close} />}
    </div>
  )
}

type PageProps = { practice: PracticePage; onChange: () => void; areMailsSent: boolean }

function Page({ practice, onChange, areMailsSent }: PageProps) {
  const { page: t, form } = useText(practicesText)
  const { words } = useValueWords(t.none)
  const dialogs = usePeopleDialogs()
  const seldom = useSeldomDialog()
  const {
    id,
    name,
    isDisabled,
    address,
    postalCode,
    city,
    country,
    phone,
    rppsSiretSiren,
    vatNumber,
    gaps,
    deliveryInstruction,
    deliveryDays,
    openingDays,
  } = practice
  const { deliveryAddress, deliveryPostalCode, deliveryCity, people, figures, merged } = practice
  const format = useFormat()
  const rare = (act: 'merge' | 'place', label: string) => (
    <Button onPointerEnter={seldom.prepare} onFocus={seldom.prepare} onClick={() => seldom.open({ practice, act })}>
      {label}
    </Button>
  )
  return (
    <>
      {gaps.length > 0 && <GapsNotice gaps={gaps} onComplete={onChange} />}
      <Card
        title={t.details}
        actions={
          <div className="row">
            {rare('place', t.place)}
            {rare('merge', t.merge)}
          </div>
        }
      >
        <div className="descriptions staff-practices__facts">
          <DescriptionList
            items={[
              {
                term: t.address,
                detail: words(
                  [address, `${postalCode} ${city}`.trim(), country !== 'FR' && country].filter(Boolean).join(', '),
                ),
              },
              ...(deliveryAddress
                ? [{ term: t.deliveredTo, detail: `${deliveryAddress}, ${deliveryPostalCode} ${deliveryCity}` }]
                : []),
              { term: form.fields.rppsSiretSiren, detail: rppsSiretSiren || t.noNumber },
              ...(vatNumber ? [{ term: t.vatNumber, detail: vatNumber }] : []),
              { term: t.phone, detail: phone ? <PhoneNumber number={phone} /> : t.noNumber },
              { term: t.deliveryInstruction, detail: words(deliveryInstruction) },
              { term: t.deliveryDays, detail: words(deliveryDays) },
              { term: t.openingDays, detail: words(openingDays) },
              ...merged.map(one => ({
                term: t.merged,
                detail: t.mergedBy(one.name, format.day(format.dayOf(one.mergedAt), 'date'), one.by),
              })),
            ]}
          />
          <PracticeStanding practice={practice} />
        </div>
      </Card>
      <Card title={t.figures}>
        <PracticeFigures id={id} figures={figures} />
      </Card>
      {!areMailsSent && <NoMailsNotice isLinkBeside />}
      <Card
        title={t.people}
        actions={
          !isDisabled && (
            <>
              {areMailsSent && <InviteAll practice={practice} />}
              <Button
                icon="plus"
                onPointerEnter={dialogs.prepare}
                onFocus={dialogs.prepare}
                onClick={() => dialogs.open({ inviting: { id, name, areMailsSent } })}
              >
                {t.invite}
              </Button>
            </>
          )
        }
      >
        {people.length === 0 ? (
          <p className="muted">{t.nobody}</p>
        ) : (
          <ul className="staff-practices__people">
            {people.map(person => (
              <PersonRow key={person.id} person={person} areMailsSent={areMailsSent} />
            ))}
          </ul>
        )}
      </Card>
      {dialogs.dialog}
      {seldom.dialog}
    </>
  )
}

/** Invites all who were imported or whose links have expired, in one press. */
function InviteAll({ practice }: { practice: PracticePage }) {
  const { page: t } = useText(practicesText)
  const sentence = useProblemText()
  const changed = useChanged()
  const count = practice.people.filter(({ state, invitedUntil }) => state === 'invited' && !invitedUntil).length
  const { run, isPending } = useAttempt(async () => {
    await call(staffPracticeCalls.inviteAll, { params: { id: practice.id } }).then(
      ({ data }) => toast({ tone: 'ok', title: t.allInvited(data.invited) }),
      (error: unknown) => toast({ tone: 'late', title: t.notDone, description: sentence(error) }),
    )
    await changed('signups')
  })
  if (count === 0) return null
  return (
    <Button icon="message" pending={isPending} onClick={() => void run()}>
      {t.inviteAll(count)}
    </Button>
  )
}

/** As high as the content that is loading. */
function FiguresRoom() {
  const { page: t } = useText(practicesText)
  return (
    <DescriptionList
      items={[t.delivered, t.onTime, t.remade].map(term => ({ term, detail: <Skeleton width="short" /> }))}
    />
  )
}
