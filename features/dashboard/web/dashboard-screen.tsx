import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useUser } from '#features/auth/web/use-user.ts'
import { useCalendarDialog } from '#features/calendar/web/use-calendar-dialog.ts'
import { DropOrder } from '#features/cases/web/drop-order.tsx'
import { Problem } from '#kit/problem.ts'
import { useFormat } from '#kit/web/format.tsx'
import { kitText } from '#kit/web/kit-text.ts'
import { OutdatedNotice } from '#kit/web/outdated-notice.tsx'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { ErrorState } from '#kit/web/ui/error-state.tsx'
import { PageHead } from '#kit/web/ui/page-head.tsx'
import { Skeleton } from '#kit/web/ui/skeleton.tsx'
import { useDelayed } from '#kit/web/ui/use-delayed.ts'
import { Cards } from './cards.tsx'
import './dashboard.css'
import { Planning } from './planning.tsx'
import { dashboardQuery } from './queries.ts'
import { dashboardText } from './text.ts'
import { ToDoCard } from './to-do-card.tsx'

const route = getRouteApi('/portal/dashboard')

export function DashboardScreen() {
  const t = useText(dashboardText)
  useTitle(t.title)
  const format = useFormat()
  const user = useUser()
  const calendar = useCalendarDialog()
  // Keeps the old days until the new ones have loaded.
  const dashboard = useQuery({ ...dashboardQuery(route.useSearch()), placeholderData: keepPreviousData })
  const isRefreshing = useDelayed(dashboard.isFetching)
  const { data, error, refetch } = dashboard
  const retry = () => void refetch()
  const isYesterdays = data !== undefined && format.dayOf(data.updatedAt) !== format.today()
  // When left open past midnight, the days move on.
  useEffect(() => {
    if (isYesterdays) void refetch()
  }, [isYesterdays, refetch])
  const updated = data && t.updated(format.day(format.dayOf(data.updatedAt), 'long'), format.time(data.updatedAt))
  return (
    <div className="stack dashboard">
      <PageHead
        title={t.welcome(user?.firstName ?? '')}
        description={(data || !error) && (updated ?? <Skeleton width="long" />)}
        actions={
          <>
            <Button
              icon="calendar"
              onPointerEnter={calendar.prepare}
              onFocus={calendar.prepare}
              onClick={() => calendar.open({})}
            >
              {t.calendar}
            </Button>
            <DropOrder />
          </>
        }
      />
      {error && !data ? (
        <Failed error={error} isTrying={dashboard.isFetching} onRetry={retry} />
      ) : (
        <>
          {error && <OutdatedNotice words={t.outdated} error={error} onRetry={retry} />}
          <ToDoCard />
          <Cards cards={data?.cards} />
          <Planning
            days={data?.days}
            isCurrent={!dashboard.isPlaceholderData}
            updated={updated}
            isBusy={isRefreshing}
          />
        </>
      )}
      {calendar.dialog}
    </div>
  )
}

type FailedProps = { error: Error; isTrying: boolean; onRetry: () => void }

function Failed({ error, isTrying, onRetry }: FailedProps) {
  const t = useText(dashboardText)
  const kit = useText(kitText)
  const sentence = useProblemText()
  return (
    <Card flush>
      <ErrorState
        icon={error instanceof Problem && error.status === 0 ? 'offline' : 'warning'}
        title={t.failed}
        description={sentence(error)}
        retryLabel={kit.error.retry}
        onRetry={onRetry}
        pending={isTrying}
      />
    </Card>
  )
}
