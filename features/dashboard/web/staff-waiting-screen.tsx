import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useUser } from '#features/auth/web/use-user.ts'
import { useFormat } from '#kit/web/format.tsx'
import { later } from '#kit/web/later.tsx'
import { OutdatedNotice } from '#kit/web/outdated-notice.tsx'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { Card } from '#kit/web/ui/card.tsx'
import { EmptyState } from '#kit/web/ui/empty-state.tsx'
import { Icon, type IconName } from '#kit/web/ui/icon.tsx'
import { PageHead } from '#kit/web/ui/page-head.tsx'
import { BlockSkeleton, Skeleton } from '#kit/web/ui/skeleton.tsx'
import { useDelayed } from '#kit/web/ui/use-delayed.ts'
import { may, type StaffRight } from '#tenancy/rights.ts'
import type { Queue, Waiting } from '../contract.ts'
import { waitingQuery } from './staff-queries.ts'
import { staffDashboardText } from './staff-text.ts'
import './staff-waiting.css'

const StaffRequests = later(
  async () => {
    const { StaffRequests, loadRequestWords } = await import('#features/cases/web/staff-requests.tsx')
    await loadRequestWords()
    return StaffRequests
  },
  { when: 'drawn' },
)

const StaffOpenProblems = later(
  async () => {
    const { StaffOpenProblems, loadProblemWords } = await import('#features/cases/web/staff-open-problems.tsx')
    await loadProblemWords()
    return StaffOpenProblems
  },
  { when: 'drawn' },
)

const DriversRound = later(
  async () => {
    const { DriversRound, loadRoundWords } = await import('#features/deliveries/web/drivers-round.tsx')
    await loadRoundWords()
    return DriversRound
  },
  { when: 'drawn', meanwhile: BlockSkeleton },
)

const FirstSteps = later(() => import('./first-steps.tsx').then(module => module.FirstSteps), { when: 'drawn' })

const groups = [
  { name: 'cases', queues: ['late', 'today', 'registered', 'answers'] },
  { name: 'practices', queues: ['messages', 'problems', 'feedback', 'signups', 'accountChanges', 'erasures'] },
  { name: 'rounds', queues: ['pickups', 'pickupsToConfirm', 'supplies'] },
  { name: 'books', queues: ['toBill', 'questions', 'approved', 'overdue'] },
] as const satisfies { name: string; queues: readonly Queue[] }[]

const icons: Record<Queue, IconName> = {
  late: 'warning',
  today: 'truck',
  registered: 'case',
  answers: 'check',
  messages: 'message',
  problems: 'info',
  feedback: 'user',
  signups: 'plus',
  accountChanges: 'document',
  erasures: 'lock',
  pickups: 'clock',
  pickupsToConfirm: 'calendar',
  supplies: 'box',
  toBill: 'bill',
  questions: 'message',
  approved: 'check',
  overdue: 'warning',
}

/** The rights for each queue: nobody is shown work they cannot do. */
const needed: Record<Queue, readonly StaffRight[]> = {
  late: ['production'],
  // Drivers see the round itself above.
  today: ['production'],
  registered: ['production'],
  answers: ['production'],
  messages: ['production'],
  problems: ['production'],
  feedback: ['feedback'],
  signups: ['practices'],
  accountChanges: ['practices'],
  erasures: ['audit'],
  pickups: ['delivery'],
  pickupsToConfirm: ['delivery'],
  supplies: ['delivery'],
  toBill: ['billing'],
  questions: ['billing'],
  approved: ['billing'],
  overdue: ['billing'],
}

/** The screen or list where a queue is worked off, and the right it needs. */
const screens = {
  late: { link: { to: '/staff/cases', search: { due: 'late' } }, needs: 'production' },
  today: { link: { to: '/staff/cases', search: { due: 'today' } }, needs: 'production' },
  registered: { link: { to: '/staff/intake' }, needs: 'production' },
  answers: { link: { to: '/staff/cases', search: { said: 'answer' } }, needs: 'production' },
  messages: { link: { to: '/staff/cases', search: { tab: 'all', said: 'message' } }, needs: 'production' },
  problems: { link: { to: '/staff/cases', search: { tab: 'all', said: 'problem' } }, needs: 'production' },
  feedback: { link: { to: '/staff/feedback' }, needs: 'feedback' },
  accountChanges: { link: { to: '/staff/account-changes' }, needs: 'practices' },
  erasures: { link: { to: '/staff/privacy' }, needs: 'audit' },
  signups: { link: { to: '/staff/signup-requests' }, needs: 'practices' },
  toBill: { link: { to: '/staff/billing' }, needs: 'billing' },
  questions: {
    link: { to: '/staff/invoices', search: { types: ['pro_forma'], statuses: ['in_validation'] } },
    needs: 'billing',
  },
  approved: { link: { to: '/staff/billing' }, needs: 'billing' },
  overdue: { link: { to: '/staff/invoices', search: { types: ['invoice'], due: 'overdue' } }, needs: 'billing' },
  pickups: { link: { to: '/staff/pickups' }, needs: 'delivery' },
  pickupsToConfirm: { link: { to: '/staff/pickups' }, needs: 'delivery' },
  supplies: { link: { to: '/staff/supplies' }, needs: 'delivery' },
} as const satisfies { [queue in Queue]?: { link: object; needs: StaffRight } }
const screenOf: { [queue in Queue]?: (typeof screens)[keyof typeof screens] } = screens

/** The laboratory's first screen: what waits, and since when. */
export function StaffWaitingScreen() {
  const t = useText(staffDashboardText)
  useTitle(t.title)
  const format = useFormat()
  const waiting = useQuery(waitingQuery)
  const { data, error, refetch } = waiting
  const isRefreshing = useDelayed(waiting.isFetching)
  const updated = data && t.updated(format.day(format.dayOf(data.updatedAt), 'long'), format.time(data.updatedAt))
  const user = useUser()
  const own = groups
    .map(({ name, queues }) => ({
      name,
      queues: queues.filter(queue => user && needed[queue].some(right => may(user, right))),
    }))
    .filter(({ queues }) => queues.length > 0)
  const produces = user !== null && may(user, 'production')
  const isNothing = data && own.every(({ queues }) => queues.every(queue => !data.queues[queue]?.count))
  const nothing = (
    <Card flush>
      <EmptyState icon="check" title={t.nothing.title} description={t.nothing.description} />
    </Card>
  )
  return (
    <div className="stack waiting">
      <PageHead title={t.title} description={(data || !error) && (updated ?? <Skeleton width="long" />)} />
      {user && may(user, 'delivery') && !may(user, 'production') && <DriversRound />}
      {error && data && <OutdatedNotice words={t.outdated} error={error} onRetry={() => void refetch()} />}
      {error && !data ? (
        <Card flush>
          <QueryFailure title={t.failed} query={waiting} />
        </Card>
      ) : isNothing ? (
        !produces && nothing
      ) : (
        <div className="waiting__groups" aria-busy={isRefreshing}>
          {own.map(({ name, queues }) => (
            <Card key={name} flush title={t.groups[name]}>
              <ul className="waiting__list">
                {queues.map(queue => (
                  <li key={queue}>
                    <Row queue={queue} waits={data?.queues[queue]} />
                  </li>
                ))}
              </ul>
            </Card>
          ))}
        </div>
      )}
      {produces && (
        <>
          {/* Requests are in no figure, so "nothing waits" is shown only when there are none of them either. */}
          <StaffRequests otherwise={isNothing ? nothing : undefined} />
          <StaffOpenProblems />
        </>
      )}
      {user && may(user, 'settings') && <FirstSteps />}
    </div>
  )
}

function Row({ queue, waits }: { queue: Queue; waits: Waiting['queues'][Queue] | undefined }) {
  const t = useText(staffDashboardText)
  const format = useFormat()
  const { label, detail } = t.queues[queue]
  const user = useUser()
  const way = screenOf[queue]
  const screen = user && way && may(user, way.needs) ? way.link : undefined
  const content = (
    <>
      <Icon name={icons[queue]} />
      <span className="waiting__words">
        <span className="waiting__label">{label}</span>
        <span className="muted small">{detail}</span>
        {waits?.since && <span className="muted small">{t.since(format.dayTime(waits.since))}</span>}
      </span>
      <span className="waiting__count num">
        {waits ? t.count(waits.count) : <Skeleton shape="title" width="short" />}
      </span>
    </>
  )
  const look = `waiting__row${waits?.count === 0 ? ' waiting__row--none' : queue === 'late' && waits ? ' waiting__row--late' : ''}`
  return screen ? (
    <Link {...screen} className={look}>
      {content}
      <Icon name="chevron-right" size="sm" />
    </Link>
  ) : (
    <div className={look}>{content}</div>
  )
}
