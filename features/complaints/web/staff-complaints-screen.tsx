import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { mostCounted } from '#features/cases/rules.ts'
import { InspectionDialog } from '#features/traceability/web/inspection-dialog.tsx'
import { staffSheetsText } from '#features/traceability/web/staff-text.ts'
import type { Page } from '#kit/contract.ts'
import { useFormat } from '#kit/web/format.tsx'
import { OutdatedNotice } from '#kit/web/outdated-notice.tsx'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { EmptyState } from '#kit/web/ui/empty-state.tsx'
import { PageHead } from '#kit/web/ui/page-head.tsx'
import { PageLink, Pagination } from '#kit/web/ui/pagination.tsx'
import { Pill } from '#kit/web/ui/pill.tsx'
import { Table } from '#kit/web/ui/table.tsx'
import { TabLink, Tabs } from '#kit/web/ui/tabs.tsx'
import { TwoLines } from '#kit/web/ui/two-lines.tsx'
import { useDelayed } from '#kit/web/ui/use-delayed.ts'
import { type Complaint, complaintStates } from '../contract.ts'
import { DecisionDialog } from './decision-dialog.tsx'
import './complaints.css'
import { EnterDialog } from './enter-dialog.tsx'
import { complaintList } from './staff-queries.ts'
import { staffComplaintsText } from './staff-text.ts'

/** Open complaints are always counted completely. */
const isCut = (state: (typeof complaintStates)[number], total: number) => state === 'decided' && total === mostCounted

const route = getRouteApi('/console/staff/complaints')

/** Reported problems, undecided ones first; and the file for an inspector. */
export function StaffComplaintsScreen(): ReactNode {
  const t = useText(staffComplaintsText)
  const { inspection } = useText(staffSheetsText)
  useTitle(t.title)
  const search = route.useSearch()
  const { state = 'open', page = 1 } = search
  const list = useQuery(complaintList(search))
  const isRefreshing = useDelayed(list.isFetching)
  const { data, error } = list
  const [opened, setOpened] = useState<Complaint | 'enter' | 'file'>()
  const close = () => setOpened(undefined)
  return (
    <div className="stack complaints">
      <PageHead
        title={t.title}
        description={t.description}
        actions={
          <>
            <Button variant="primary" icon="plus" onClick={() => setOpened('enter')}>
              {t.enter}
            </Button>
            <Button icon="download" onClick={() => setOpened('file')}>
              {inspection.open}
            </Button>
          </>
        }
      />
      <Tabs label={t.title}>
        {complaintStates.map(one => (
          <TabLink
            key={one}
            to="/staff/complaints"
            search={one === 'open' ? {} : { state: one }}
            selected={one === state}
            count={data && t.count(data.counts[one], isCut(one, data.counts[one]))}
          >
            {t.states[one]}
          </TabLink>
        ))}
      </Tabs>
      {error && data && <OutdatedNotice words={t.outdated} error={error} onRetry={() => void list.refetch()} />}
      <Card flush>
        {error && !data ? (
          <QueryFailure title={t.failed} query={list} />
        ) : data?.data.length === 0 ? (
          <EmptyState icon="check" title={t.empty[state].title} description={t.empty[state].description} />
        ) : (
          <Complaints rows={data?.data} busy={isRefreshing} onDecide={setOpened} />
        )}
      </Card>
      {data && data.data.length > 0 && <Pages page={data.page} shown={data.data.length} state={state} key={page} />}
      {opened === 'enter' && <EnterDialog onClose={close} />}
      {opened === 'file' && <InspectionDialog onClose={close} />}
      {typeof opened === 'object' && <DecisionDialog complaint={opened} onClose={close} />}
    </div>
  )
}

type ComplaintsProps = {
  rows: readonly Complaint[] | undefined
  busy: boolean
  onDecide: (complaint: Complaint) => void
}

function Complaints({ rows, busy, onDecide }: ComplaintsProps) {
  const t = useText(staffComplaintsText)
  const { dayTime } = useFormat()
  return (
    <Table
      caption={t.title}
      rows={rows}
      rowKey={({ id }) => id}
      skeletonRows={5}
      busy={busy}
      columns={[
        {
          key: 'case',
          label: t.columns.case,
          phone: 'title',
          cell: ({ order, practice, remake }) => (
            <TwoLines sub={[practice, remake && t.remake(remake.code)].filter(Boolean).join(' · ')}>
              <Link to="/staff/cases/$id" params={{ id: order.id }} className="table__link">
                {order.code}
              </Link>
            </TwoLines>
          ),
        },
        {
          key: 'complaint',
          label: t.columns.complaint,
          phone: 'bare',
          cell: ({ kind, description }) => <TwoLines sub={description}>{t.kinds[kind]}</TwoLines>,
        },
        {
          key: 'reported',
          label: t.columns.reported,
          cell: ({ reportedAt, reportedBy, isNoted }) => (
            <TwoLines sub={isNoted ? t.isNoted(reportedBy) : reportedBy}>{dayTime(reportedAt)}</TwoLines>
          ),
        },
        {
          key: 'decision',
          label: t.columns.decision,
          cell: ({ decision }) =>
            decision ? (
              <TwoLines
                sub={[t.causes[decision.cause], decision.note, t.decided(decision.by, dayTime(decision.at))]
                  .filter(Boolean)
                  .join(' · ')}
              >
                <Pill tone={decision.isSerious ? 'late' : 'ok'} icon={decision.isSerious ? 'warning' : 'check'}>
                  {decision.isSerious ? t.serious : t.notSerious}
                </Pill>
              </TwoLines>
            ) : (
              <Pill tone="warn" icon="clock">
                {t.states.open}
              </Pill>
            ),
        },
        {
          key: 'actions',
          label: t.columns.actions,
          labelHidden: true,
          size: 'md',
          align: 'end',
          phone: 'corner',
          cell: complaint => (
            <Button size="sm" aria-label={t.decideOf(complaint.order.code)} onClick={() => onDecide(complaint)}>
              {complaint.decision ? t.again : t.decide}
            </Button>
          ),
        },
      ]}
    />
  )
}

type PagesProps = { page: Page; shown: number; state: (typeof complaintStates)[number] }

function Pages({ page: { number, size, total }, shown, state }: PagesProps) {
  const t = useText(staffComplaintsText)
  const before = (number - 1) * size
  return (
    <Pagination
      label={t.pages}
      summary={t.range(before + 1, before + shown, total, isCut(state, total))}
      page={number}
      pageCount={Math.ceil(total / size)}
      previousLabel={t.previous}
      nextLabel={t.next}
      pageLabel={t.page}
      renderLink={(page, props) => (
        <PageLink
          to="/staff/complaints"
          search={{ state: state === 'open' ? undefined : state, page: page > 1 ? page : undefined }}
          {...props}
        />
      )}
    />
  )
}
