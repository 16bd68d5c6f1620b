import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { Day } from '#kit/day.ts'
import { useFormat } from '#kit/web/format.tsx'
import { OutdatedNotice } from '#kit/web/outdated-notice.tsx'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { Card } from '#kit/web/ui/card.tsx'
import { EmptyState } from '#kit/web/ui/empty-state.tsx'
import { PageHead } from '#kit/web/ui/page-head.tsx'
import { Table } from '#kit/web/ui/table.tsx'
import { useDelayed } from '#kit/web/ui/use-delayed.ts'
import type { StaffRide } from '../contract.ts'
import { isOpen } from '../rules.ts'
import { DayLinks } from './day-links.tsx'
import { usePickupColumns } from './pickup-columns.tsx'
import { pickupBoard } from './staff-queries.ts'
import { staffRidesText } from './staff-text.ts'

const route = getRouteApi('/console/staff/pickups')

/** The pickups of a day, by shift and round. */
export function StaffPickupsScreen() {
  const t = useText(staffRidesText)
  useTitle(t.title)
  const format = useFormat()
  const day = route.useSearch().day ?? format.today()
  const board = useQuery(pickupBoard(route.useSearch().day))
  const { data, error, refetch } = board
  const isRefreshing = useDelayed(board.isFetching)
  const columns = usePickupColumns()
  const groups = data ? groupsOf(data.data) : [{ shift: 'AM' as const, round: '', rides: undefined }]
  const isNamed = groups.some(({ round }) => round !== '')
  return (
    <div className="stack">
      <PageHead
        title={t.title}
        description={data && t.description(format.day(day, 'long'), data.data.filter(isOpen).length)}
      />
      <DayLinks to="/staff/pickups" day={day} />
      {data && <ToPlan days={data.toPlan} shown={day} />}
      {error && data && <OutdatedNotice words={t.outdated} error={error} onRetry={() => void refetch()} />}
      {error && !data ? (
        <Card flush>
          <QueryFailure title={t.failed} query={board} />
        </Card>
      ) : groups.length === 0 ? (
        <Card flush>
          <EmptyState icon="truck" title={t.nothing.title} description={t.nothing.description} />
        </Card>
      ) : (
        groups.map(({ shift, round, rides }) => {
          const place = round === '' ? isNamed && t.noRound : t.round(round)
          const title = [t.shifts[shift], place].filter(Boolean).join(' · ')
          return (
            <Card key={title} flush title={title}>
              <Table
                caption={title}
                rows={rides}
                rowKey={({ id }) => id}
                skeletonRows={3}
                busy={isRefreshing}
                columns={columns}
              />
            </Card>
          )
        })
      )}
    </div>
  )
}

/** Unplanned requests on other days, so that nobody has to search for them. */
function ToPlan({ days, shown }: { days: readonly { day: Day; count: number }[]; shown: Day }) {
  const t = useText(staffRidesText)
  const format = useFormat()
  const others = days.filter(({ day }) => day !== shown)
  if (others.length === 0) return null
  return (
    <p className="row">
      {t.toPlan}
      {others.map(({ day, count }) => (
        <Link key={day} to="/staff/pickups" search={day === format.today() ? {} : { day }} className="link link--alone">
          {t.toPlanOn(format.nearDay(day), count)}
        </Link>
      ))}
    </p>
  )
}

/** The rows arrive in this order. */
function groupsOf(rides: readonly StaffRide[]) {
  const groups: { shift: StaffRide['shift']; round: string; rides: StaffRide[] }[] = []
  for (const ride of rides) {
    const last = groups.at(-1)
    if (last && last.shift === ride.shift && last.round === ride.round) last.rides.push(ride)
    else groups.push({ shift: ride.shift, round: ride.round, rides: [ride] })
  }
  return groups
}
