import { useBrand } from '#features/brand/web/brand-context.tsx'
import { PhoneLink } from '#features/brand/web/phone.tsx'
import { daysBetween } from '#kit/day.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { EmptyState } from '#kit/web/ui/empty-state.tsx'
import { Skeleton } from '#kit/web/ui/skeleton.tsx'
import type { Ride } from '../contract.ts'
import { type Closed, closedAt } from '../rules.ts'
import './next-pickup.css'
import { PickedUp } from './picked-up.tsx'
import { RideStatus } from './ride-status.tsx'
import { ridesText } from './text.ts'

type NextPickupProps = {
  /** Undefined while loading, null when none is planned. */
  ride: Ride | null | undefined
  closed: readonly Closed[]
  onSchedule: () => void
  onCancel: (ride: Ride) => void
}

export function NextPickup({ ride, closed, onSchedule, onCancel }: NextPickupProps) {
  const t = useText(ridesText)
  if (ride === null) {
    return (
      <Card title={t.next}>
        <EmptyState
          icon="truck"
          title={t.nothing.title}
          description={t.nothing.description}
          action={
            <Button icon="plus" onClick={onSchedule}>
              {t.schedule}
            </Button>
          }
        />
      </Card>
    )
  }
  return (
    <Card title={t.next} actions={ride && <RideStatus status={ride.status} />}>
      {ride ? (
        <Planned ride={ride} closed={closed} onCancel={() => onCancel(ride)} />
      ) : (
        <div className="stack stack--sm">
          <Skeleton shape="title" width="medium" />
          <Skeleton width="medium" />
          <Skeleton shape="pill" width="short" />
        </div>
      )}
    </Card>
  )
}

function Planned({ ride, closed, onCancel }: { ride: Ride; closed: readonly Closed[]; onCancel: () => void }) {
  const t = useText(ridesText)
  const format = useFormat()
  const { clientServicePhone } = useBrand()
  return (
    <div className="stack stack--sm">
      <p className="next-pickup">
        {t.when(format.day(ride.date, 'long'), ride.shift)}{' '}
        <span className="muted small">{format.daysFromNow(daysBetween(format.today(), ride.date))}</span>
      </p>
      {closedAt(ride, closed)?.because === 'absence' && <p className="strong tone--warn">{t.duringAbsence}</p>}
      {ride.complementaryInformation && <p>{ride.complementaryInformation}</p>}
      <PickedUp orders={ride.orders} words={t.taken} to="/cases/$id" />
      {ride.cancelBefore ? (
        <div className="row">
          <Button size="sm" onClick={onCancel}>
            {t.cancel.act(t.when(format.nearDay(ride.date), ride.shift))}
          </Button>
          <span className="muted small">{t.cancelBefore(format.dayTime(ride.cancelBefore))}</span>
        </div>
      ) : (
        <p className="muted">
          {t.tooLateToCancel} <PhoneLink phone={clientServicePhone} />
        </p>
      )}
    </div>
  )
}
