import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useFormat } from '#kit/web/format.tsx'
import { OutdatedNotice } from '#kit/web/outdated-notice.tsx'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { EmptyState } from '#kit/web/ui/empty-state.tsx'
import { Menu, MenuButton } from '#kit/web/ui/menu.tsx'
import { PageHead } from '#kit/web/ui/page-head.tsx'
import { Pill } from '#kit/web/ui/pill.tsx'
import { type Column, Table } from '#kit/web/ui/table.tsx'
import { TabLink, Tabs } from '#kit/web/ui/tabs.tsx'
import { TwoLines } from '#kit/web/ui/two-lines.tsx'
import { useDelayed } from '#kit/web/ui/use-delayed.ts'
import type { StaffSupplyOrder } from '../contract.ts'
import { supplyRequests } from './staff-queries.ts'
import { staffSuppliesText } from './staff-text.ts'
import { useMoveRequest } from './use-move-request.ts'

const route = getRouteApi('/console/staff/supplies')

const looks = {
  requested: { tone: 'brand', icon: 'clock' },
  prepared: { tone: 'info', icon: 'box' },
  sent: { tone: 'ok', icon: 'check' },
  cancelled: { tone: 'plain', icon: 'close' },
} as const

/** Requests to pick and send, by practice; printed, it is the pick list. */
export function StaffSuppliesScreen() {
  const t = useText(staffSuppliesText)
  useTitle(t.title)
  const { tab = 'open' } = route.useSearch()
  const list = useQuery(supplyRequests(tab))
  const { data, error, refetch } = list
  const isRefreshing = useDelayed(list.isFetching)
  const columns = useColumns()
  const empty = t.nothing[tab]
  return (
    <div className="stack">
      <PageHead
        title={t.title}
        description={t.description}
        actions={
          <Button icon="print" disabled={!data?.length} onClick={() => print()}>
            {t.print}
          </Button>
        }
      />
      <Tabs label={t.tabs.label}>
        <TabLink to="/staff/supplies" search={{}} selected={tab === 'open'}>
          {t.tabs.open}
        </TabLink>
        <TabLink to="/staff/supplies" search={{ tab: 'done' }} selected={tab === 'done'}>
          {t.tabs.done}
        </TabLink>
      </Tabs>
      {error && data && <OutdatedNotice words={t.outdated} error={error} onRetry={() => void refetch()} />}
      <Card flush>
        {error && !data ? (
          <QueryFailure title={t.failed} query={list} />
        ) : data?.length === 0 ? (
          <EmptyState icon="box" title={empty.title} description={empty.description} />
        ) : (
          <Table
            caption={t.title}
            rows={data}
            rowKey={({ id }) => id}
            skeletonRows={3}
            busy={isRefreshing}
            columns={columns}
          />
        )}
      </Card>
    </div>
  )
}

function useColumns(): Column<StaffSupplyOrder>[] {
  const t = useText(staffSuppliesText)
  const format = useFormat()
  return [
    {
      key: 'practice',
      label: t.columns.practice,
      phone: 'title',
      cell: ({ practice, createdBy, createdAt }) => (
        <TwoLines sub={t.requested(createdBy, format.dayTime(createdAt))}>{practice.name}</TwoLines>
      ),
    },
    {
      key: 'supplies',
      label: t.columns.supplies,
      cell: ({ supplies }) => (
        <ul>
          {supplies.map(({ name, label, quantity }) => (
            <li key={name}>{t.line(quantity, label)}</li>
          ))}
        </ul>
      ),
    },
    {
      key: 'status',
      label: t.columns.status,
      size: 'md',
      phone: 'aside',
      cell: ({ status, movedBy, movedAt }) => (
        <TwoLines sub={movedBy && movedAt && t.movedBy(movedBy, format.dayTime(movedAt))}>
          <Pill {...looks[status]}>{t.statuses[status]}</Pill>
        </TwoLines>
      ),
    },
    { key: 'actions', label: t.columns.actions, cell: request => <Acts request={request} /> },
  ]
}

function Acts({ request }: { request: StaffSupplyOrder }) {
  const t = useText(staffSuppliesText)
  const { move, isPending } = useMoveRequest()
  const { name } = request.practice
  const { next } = request
  const pressed = next.filter(status => status === 'sent' || (status === 'prepared' && request.status === 'requested'))
  return (
    <div className="row">
      {pressed.map(status => (
        <Button
          key={status}
          size="sm"
          pending={isPending}
          aria-label={t.actOn(t.acts[status], name)}
          onClick={() => void move(request, status)}
        >
          {t.acts[status]}
        </Button>
      ))}
      {next.length > 0 && (
        <Menu label={t.more(name)} icon="dots" iconOnly size="sm" align="end">
          {next
            .filter(status => !pressed.includes(status))
            .map(status => (
              <MenuButton
                key={status}
                {...(status === 'cancelled' && { tone: 'late' as const })}
                onSelect={() => void move(request, status)}
              >
                {t.acts[status]}
              </MenuButton>
            ))}
        </Menu>
      )}
    </div>
  )
}
