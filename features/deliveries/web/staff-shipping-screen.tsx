import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useFormat } from '#kit/web/format.tsx'
import { OutdatedNotice } from '#kit/web/outdated-notice.tsx'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Checkbox } from '#kit/web/ui/checkbox.tsx'
import { ChosenBar } from '#kit/web/ui/chosen-bar.tsx'
import { DayJump } from '#kit/web/ui/day-jump.tsx'
import { EmptyState } from '#kit/web/ui/empty-state.tsx'
import { PageHead } from '#kit/web/ui/page-head.tsx'
import { Skeleton } from '#kit/web/ui/skeleton.tsx'
import { Table } from '#kit/web/ui/table.tsx'
import { Toolbar } from '#kit/web/ui/toolbar.tsx'
import { useDelayed } from '#kit/web/ui/use-delayed.ts'
import './shipping.css'
import { CarrierDialog } from './carrier-dialog.tsx'
import { LabelMenu } from './label-menu.tsx'
import { useLeavingColumns } from './leaving-columns.tsx'
import { shippingText } from './shipping-text.ts'
import { leavingUntil } from './staff-queries.ts'
import { useShip } from './use-ship.ts'

const route = getRouteApi('/console/staff/shipping')

/** The cases to ship, one by one or in bulk. */
export function StaffShippingScreen() {
  const t = useText(shippingText)
  useTitle(t.title)
  const format = useFormat()
  const { until } = route.useSearch()
  const navigate = useNavigate({ from: '/staff/shipping' })
  const list = useQuery(leavingUntil(until))
  const { data, error, refetch } = list
  // By default the laboratory's calendar decides the last day.
  const last = until ?? data?.until
  const isRefreshing = useDelayed(list.isFetching)
  const { ship, before, isPending, dialog } = useShip()
  const [picked, setPicked] = useState<readonly string[]>([])
  const [carried, setCarried] = useState<readonly string[]>()
  const rows = data?.data
  const toLeave = rows?.filter(({ status }) => status === 'in_production').map(({ id }) => id) ?? []
  // Drops cases that have been shipped meanwhile.
  const chosen = picked.filter(id => toLeave.includes(id))
  const columns = useLeavingColumns({
    chosen,
    onChoose: (id, isChosen) => setPicked(isChosen ? [...chosen, id] : chosen.filter(one => one !== id)),
    onShip: ids => void ship({ orderIds: [...ids] }),
    onCarry: ids => void before(ids, setCarried),
    isPending,
  })
  return (
    <div className="stack shipping">
      <PageHead
        title={t.title}
        description={last ? t.description(format.day(last, 'long')) : !error && <Skeleton width="long" />}
        actions={<LabelMenu ids={chosen.length > 0 ? chosen : (rows?.map(({ id }) => id) ?? [])} />}
      />
      <Toolbar label={t.filters}>
        <DayJump
          label={t.until}
          name="until"
          day={last}
          onJump={day => void navigate({ to: '/staff/shipping', search: { until: day } })}
        />
        <Checkbox
          label={t.chooseAll}
          disabled={toLeave.length === 0}
          checked={toLeave.length > 0 && chosen.length === toLeave.length}
          onChange={event => setPicked(event.currentTarget.checked ? toLeave : [])}
        />
      </Toolbar>
      {error && data && <OutdatedNotice words={t.outdated} error={error} onRetry={() => void refetch()} />}
      <Card flush>
        {error && !data ? (
          <QueryFailure title={t.failed} query={list} />
        ) : rows?.length === 0 ? (
          <EmptyState icon="box" title={t.nothing.title} description={t.nothing.description} />
        ) : (
          <Table
            caption={t.title}
            rows={rows}
            rowKey={({ id }) => id}
            skeletonRows={5}
            busy={isRefreshing}
            columns={columns}
          />
        )}
      </Card>
      <ChosenBar says={chosen.length > 0 && t.chosen(chosen.length)}>
        <Button pending={isPending} onClick={() => void before(chosen, setCarried)}>
          {t.shipWith}
        </Button>
        <Button variant="primary" pending={isPending} onClick={() => void ship({ orderIds: chosen })}>
          {t.ship}
        </Button>
      </ChosenBar>
      {dialog}
      {carried && <CarrierDialog orderIds={carried} onClose={() => setCarried(undefined)} />}
    </div>
  )
}
