import { useQuery } from '@tanstack/react-query'
import { DeliveryTimes } from '#features/brand/web/delivery-times.tsx'
import { OutdatedNotice } from '#features/cases/web/outdated-notice.tsx'
import { useSuppliesDialog } from '#features/supplies/web/request-supplies.tsx'
import { Problem } from '#kit/problem.ts'
import { useFormat } from '#kit/web/format.tsx'
import { kitText } from '#kit/web/kit-text.ts'
import { useProblemText, useReference } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { ErrorState } from '#kit/web/ui/error-state.tsx'
import { PageHead } from '#kit/web/ui/page-head.tsx'
import { useDelayed } from '#kit/web/ui/use-delayed.ts'
import { useLateDialog } from '#kit/web/use-late-dialog.tsx'
import type { Ride } from '../contract.ts'
import { NextPickup } from './next-pickup.tsx'
import { isToCome } from './pickup-slots.ts'
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
  const supplies = useSuppliesDialog()
  const dialogs = useLateDialog<RideDialogsProps>(loadDialogs)
  const isRefreshing = useDelayed(list.isFetching)
  const { data: known, error } = list
  const schedule = () => dialogs.open({})
  const cancel = (leaving: Ride) => dialogs.open({ leaving })
  const toCome = known?.data.filter(ride => isToCome(ride, today))
  const past = known?.data.filter(ride => !isToCome(ride, today)) ?? []
  return (
    <>
      <PageHead
        title={t.title}
        description={t.description}
        actions={
          <>
            <Button
              icon="box"
              onPointerEnter={supplies.prepare}
              onFocus={supplies.prepare}
              onClick={() => supplies.open({})}
            >
              {t.supplies}
            </Button>
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
          </>
        }
      />
      {error && known && <OutdatedNotice words={t.outdated} error={error} onRetry={() => void list.refetch()} />}
      {error && !known ? (
        <Failed error={error} isTrying={list.isFetching} onRetry={() => void list.refetch()} />
      ) : (
        <NextPickup ride={known && (known.next ?? null)} onSchedule={schedule} onCancel={cancel} />
      )}
      {toCome && toCome.length > 1 && (
        <RideTable title={t.upcoming} rows={toCome} busy={isRefreshing} onCancel={cancel} />
      )}
      {past.length > 0 && <RideTable title={t.past} rows={past} busy={isRefreshing} onCancel={cancel} />}
      <DeliveryTimes />
      {dialogs.dialog}
      {supplies.dialog}
    </>
  )
}

function Failed({ error, isTrying, onRetry }: { error: Error; isTrying: boolean; onRetry: () => void }) {
  const t = useText(ridesText)
  const kit = useText(kitText)
  const sentence = useProblemText()
  const reference = useReference()
  return (
    <Card flush>
      <ErrorState
        icon={error instanceof Problem && error.status === 0 ? 'offline' : 'warning'}
        title={t.failed}
        description={sentence(error)}
        reference={reference(error)}
        retryLabel={kit.error.retry}
        onRetry={onRetry}
        pending={isTrying}
      />
    </Card>
  )
}
