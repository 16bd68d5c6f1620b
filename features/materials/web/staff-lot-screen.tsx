import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useFormat } from '#kit/web/format.tsx'
import { OutdatedNotice } from '#kit/web/outdated-notice.tsx'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { Breadcrumb, BreadcrumbHere, BreadcrumbLink } from '#kit/web/ui/breadcrumb.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { EmptyState } from '#kit/web/ui/empty-state.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { PageHead } from '#kit/web/ui/page-head.tsx'
import { BlockSkeleton, Skeleton } from '#kit/web/ui/skeleton.tsx'
import { Table } from '#kit/web/ui/table.tsx'
import { TwoLines } from '#kit/web/ui/two-lines.tsx'
import type { RecalledCase } from '../contract.ts'
import { FaultPill } from './fault-pill.tsx'
import { RecallDialog } from './recall-dialog.tsx'
import { lotOne } from './staff-queries.ts'
import { materialsText } from './text.ts'

const route = getRouteApi('/console/staff/lots/$id')

/** One lot and its recall: the cases that have it, and whether their practices were told. */
export function StaffLotScreen() {
  const texts = useText(materialsText)
  const t = texts.recall
  const { id } = route.useParams()
  const found = useQuery(lotOne(id))
  const { data: lot, error } = found
  const [isTelling, setTelling] = useState(false)
  useTitle(lot ? t.title(lot.number, lot.material.name) : texts.lots)
  return (
    <div className="stack">
      <div className="stack">
        <Breadcrumb label={texts.title}>
          <BreadcrumbLink to="/staff/materials">{texts.title}</BreadcrumbLink>
          {lot && (
            <BreadcrumbLink to="/staff/materials/$id" params={{ id: lot.material.id }}>
              {lot.material.name}
            </BreadcrumbLink>
          )}
          {(lot || !error) && <BreadcrumbHere>{lot?.number ?? <Skeleton width="short" />}</BreadcrumbHere>}
        </Breadcrumb>
        <PageHead
          title={
            lot ? (
              t.title(lot.number, lot.material.name)
            ) : error ? (
              texts.lots
            ) : (
              <Skeleton shape="title" width="medium" />
            )
          }
          description={lot && <FaultPill fault={lot.fault} />}
          actions={
            lot &&
            lot.counts.cases > lot.counts.told && (
              <Button variant="primary" icon="message" onClick={() => setTelling(true)}>
                {t.tell}
              </Button>
            )
          }
        />
      </div>
      {error && lot && <OutdatedNotice words={texts.outdated} error={error} onRetry={() => void found.refetch()} />}
      {lot ? (
        <>
          <Notice tone={lot.counts.told > 0 ? 'ok' : 'info'} title={t.count(lot.counts.cases, lot.counts.practices)}>
            {lot.counts.told > 0 && <p>{t.toldOf(lot.counts.told)}</p>}
            {lot.cases.length < lot.counts.cases && <p>{t.listed(lot.cases.length)}</p>}
          </Notice>
          <Card flush>
            {lot.cases.length === 0 ? (
              <EmptyState icon="case" title={t.empty.title} description={t.empty.description} />
            ) : (
              <Cases cases={lot.cases} />
            )}
          </Card>
          {isTelling && <RecallDialog lot={lot} onClose={() => setTelling(false)} />}
        </>
      ) : error ? (
        <Card flush>
          <QueryFailure title={t.failed} query={found} />
        </Card>
      ) : (
        <BlockSkeleton />
      )}
    </div>
  )
}

function Cases({ cases }: { cases: readonly RecalledCase[] }) {
  const t = useText(materialsText).recall
  const { day, dayTime } = useFormat()
  return (
    <Table
      caption={t.columns.case}
      rows={cases}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'case',
          label: t.columns.case,
          phone: 'title',
          cell: ({ id, code, patientCode }) => (
            <TwoLines sub={patientCode}>
              <Link to="/staff/cases/$id" params={{ id }} className="table__link">
                {code}
              </Link>
            </TwoLines>
          ),
        },
        { key: 'practice', label: t.columns.practice, cell: ({ practice }) => practice.name },
        {
          key: 'delivery',
          label: t.columns.delivery,
          cell: ({ arrivedOn, deliveryOn }) =>
            arrivedOn ? t.arrived(day(arrivedOn, 'year')) : deliveryOn ? t.promised(day(deliveryOn, 'year')) : '—',
        },
        {
          key: 'told',
          label: t.columns.told,
          cell: ({ told }) =>
            told ? <TwoLines sub={told.by}>{dayTime(told.at)}</TwoLines> : <span className="muted">{t.notTold}</span>,
        },
      ]}
    />
  )
}
