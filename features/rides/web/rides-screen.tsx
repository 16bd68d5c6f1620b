import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { DeliveryTimes, DeliveryTimesLink } from '#features/brand/web/delivery-times.tsx'
import { useFormat } from '#kit/web/format.tsx'
import { OutdatedNotice } from '#kit/web/outdated-notice.tsx'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { PageHead } from '#kit/web/ui/page-head.tsx'
import { useDelayed } from '#kit/web/ui/use-delayed.ts'
import { useLateDialog } from '#kit/web/use-late-dialog.tsx'
import type { Ride } from '../contract.ts'
import { NextPickup } from './next-pickup.tsx'
import { isListedFirst } from './pickup-slots.ts'
import { rideList } from './queries.ts'
import type { RideDialogsProps } from './ride-dialogs.tsx'
import { RideTable } from './ride-table.tsx'
import { ridesText } from './text.ts'

const loadDialogs = async () => (await import('./ride-dialogs.tsx')).RideDialogs

export function RidesScreen() {
  const t = useText(ridesText)
  useTitle(t.title)
  const list = useQuery(rideList)
  const today = useFormat().today()
  const dialogs = useLateDialog<RideDialogsProps>(loadDialogs)
  const isRefreshing = useDelayed(list.isFetching)
  const { data: known, error } = list
  const schedule = () => dialogs.open({})
  const cancel = (leaving: Ride) => dialogs.open({ leaving })
  // The card shows the next pickup, and cancelled ones are not expected.
  const isWaited = (ride: Ride) => isListedFirst(ride, today) && ride.status !== 'cancelled'
  const toCome = known?.data.filter(ride => isWaited(ride) && ride.id !== known.next?.id) ?? []
  const over =
    known?.data.filter(ride => !isWaited(ride)).toSorted((one, other) => (one.date < other.date ? 1 : -1)) ?? []
  return (
    <>
      <PageHead
        title={t.title}
        description={
          <>
            <span>{t.description}</span>
            <span className="row">
              <Link to="/supplies" className="link link--alone">
                {t.requested}
              </Link>
              <DeliveryTimesLink />
            </span>
          </>
        }
        actions={
          <Button
            variant="primary"
            icon="plus"
            disabled={!known}
            onPointerEnter={dialogs.prepare}
            onFocus={dialogs.prepare}
            onClick={schedule}
          >
            {t.schedule}
          </Button>
        }
      />
      {error && known && <OutdatedNotice words={t.outdated} error={error} onRetry={() => void list.refetch()} />}
      {error && !known ? (
        <Card flush>
          <QueryFailure title={t.failed} query={list} />
        </Card>
      ) : (
        <NextPickup
          ride={known && (known.next ?? null)}
          closed={known?.closed ?? []}
          onSchedule={schedule}
          onCancel={cancel}
        />
      )}
      {toCome.length > 0 && <RideTable title={t.upcoming} rows={toCome} busy={isRefreshing} onCancel={cancel} />}
      {over.length > 0 && <RideTable title={t.past} rows={over} busy={isRefreshing} onCancel={cancel} />}
      {/* Rarely read, so it comes below the past pickups, and only once the content above it has loaded. */}
      {(known || error) && <DeliveryTimes />}
      {dialogs.dialog}
    </>
  )
}
