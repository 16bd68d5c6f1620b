import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useChanged } from '#features/live/web/use-changed.ts'
import { ActDialog } from '#kit/web/act-dialog.tsx'
import { call } from '#kit/web/call.ts'
import { useFormat } from '#kit/web/format.tsx'
import { OutdatedNotice } from '#kit/web/outdated-notice.tsx'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { Breadcrumb, BreadcrumbHere, BreadcrumbLink } from '#kit/web/ui/breadcrumb.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { EmptyState } from '#kit/web/ui/empty-state.tsx'
import { PageHead } from '#kit/web/ui/page-head.tsx'
import { ResultCount } from '#kit/web/ui/result-count.tsx'
import { Table } from '#kit/web/ui/table.tsx'
import { TwoLines } from '#kit/web/ui/two-lines.tsx'
import { useDelayed } from '#kit/web/ui/use-delayed.ts'
import { type SupplyOrder, supplyCalls } from '../contract.ts'
import { supplyOrders } from './queries.ts'
import { useSuppliesDialog } from './request-supplies.tsx'
import './supplies.css'
import { SupplyStatus } from './supply-status.tsx'
import { suppliesText } from './text.ts'

/** The requests with their state; each can be repeated in two presses, and cancelled until it is prepared. */
export function SuppliesScreen() {
  const { requests: t, supply } = useText(suppliesText)
  const { history } = supply
  useTitle(t.title)
  const format = useFormat()
  const orders = useQuery(supplyOrders)
  const isRefreshing = useDelayed(orders.isFetching)
  const dialog = useSuppliesDialog()
  const [cancelling, cancel] = useState<SupplyOrder>()
  const { data, error } = orders
  const whatOf = ({ supplies }: SupplyOrder) =>
    supplies.map(({ label, quantity }) => history.line(label, quantity)).join(', ')
  const dayOf = ({ createdAt }: SupplyOrder) => format.day(format.dayOf(createdAt), 'date')
  const requestAgain = ({ supplies }: SupplyOrder) =>
    dialog.open({
      again: Object.fromEntries(supplies.map(({ name, label, quantity }) => [name, { label, quantity }])),
    })
  return (
    <>
      <Breadcrumb label={t.breadcrumb}>
        <BreadcrumbLink to="/rides">{t.rides}</BreadcrumbLink>
        <BreadcrumbHere>{t.title}</BreadcrumbHere>
      </Breadcrumb>
      <PageHead
        title={t.title}
        description={t.description}
        actions={
          <Button
            variant="primary"
            icon="plus"
            onPointerEnter={dialog.prepare}
            onFocus={dialog.prepare}
            onClick={() => dialog.open({})}
          >
            {t.request}
          </Button>
        }
      />
      <ResultCount hidden>{data && t.found(data.length)}</ResultCount>
      {error && data && <OutdatedNotice words={t.outdated} error={error} onRetry={() => void orders.refetch()} />}
      <Card flush className="supplies__requests">
        {error && !data ? (
          <QueryFailure title={history.failed} query={orders} />
        ) : data?.length === 0 ? (
          <EmptyState icon="box" title={history.empty} description={history.emptyHint} />
        ) : (
          <Table
            caption={t.title}
            rows={data}
            skeletonRows={4}
            rowKey={order => order.id}
            busy={isRefreshing}
            columns={[
              {
                key: 'when',
                label: t.columns.when,
                size: 'md',
                phone: 'title',
                cell: order => <TwoLines sub={history.by(order.createdBy)}>{format.dayTime(order.createdAt)}</TwoLines>,
              },
              { key: 'what', label: t.columns.what, phone: 'bare', cell: whatOf },
              {
                key: 'status',
                label: t.columns.status,
                size: 'sm',
                phone: 'aside',
                cell: ({ status }) => <SupplyStatus status={status} />,
              },
              {
                key: 'actions',
                label: t.columns.actions,
                labelHidden: true,
                size: 'md',
                phone: 'bare',
                cell: order => (
                  <div className="row row--end">
                    <Button
                      size="sm"
                      aria-label={t.againOf(dayOf(order))}
                      onPointerEnter={dialog.prepare}
                      onFocus={dialog.prepare}
                      onClick={() => requestAgain(order)}
                    >
                      {t.again}
                    </Button>
                    {order.status === 'requested' && (
                      <Button size="sm" aria-label={t.cancel.actOn(dayOf(order))} onClick={() => cancel(order)}>
                        {t.cancel.act}
                      </Button>
                    )}
                  </div>
                ),
              },
            ]}
          />
        )}
      </Card>
      {dialog.dialog}
      {cancelling && (
        <CancelRequest
          id={cancelling.id}
          day={dayOf(cancelling)}
          what={whatOf(cancelling)}
          onClose={() => cancel(undefined)}
        />
      )}
    </>
  )
}

type CancelRequestProps = { id: string; day: string; what: string; onClose: () => void }

function CancelRequest({ id, day, what, onClose }: CancelRequestProps) {
  const { cancel: t, refusals } = useText(suppliesText).requests
  const changed = useChanged()
  return (
    <ActDialog
      title={t.title(day)}
      description={t.description(what)}
      confirmLabel={t.actOn(day)}
      cancelLabel={t.keep}
      // After a refusal too: the laboratory may have been quicker.
      act={() => call(supplyCalls.cancel, { params: { id } }).finally(() => void changed('supplies'))}
      done={t.done}
      failed={t.failed}
      refusals={refusals}
      onClose={onClose}
    />
  )
}
