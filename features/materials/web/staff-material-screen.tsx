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
import { DescriptionList } from '#kit/web/ui/description-list.tsx'
import { EmptyState } from '#kit/web/ui/empty-state.tsx'
import { PageHead } from '#kit/web/ui/page-head.tsx'
import { BlockSkeleton, Skeleton } from '#kit/web/ui/skeleton.tsx'
import { Table } from '#kit/web/ui/table.tsx'
import { TwoLines } from '#kit/web/ui/two-lines.tsx'
import type { Lot, Material } from '../contract.ts'
import { CertificatePill } from './certificate-pill.tsx'
import { FaultPill } from './fault-pill.tsx'
import { LotDialog } from './lot-dialog.tsx'
import { LotMenu } from './lot-menu.tsx'
import { MaterialDialog } from './material-dialog.tsx'
import { materialOne } from './staff-queries.ts'
import { materialsText } from './text.ts'

const route = getRouteApi('/console/staff/materials/$id')

export function StaffMaterialScreen() {
  const t = useText(materialsText)
  const { id } = route.useParams()
  const found = useQuery(materialOne(id))
  const { data: material, error } = found
  useTitle(material?.name ?? t.title)
  const [opened, setOpened] = useState<'lot' | 'material'>()
  const close = () => setOpened(undefined)
  return (
    <div className="stack">
      <div className="stack">
        <Breadcrumb label={t.title}>
          <BreadcrumbLink to="/staff/materials">{t.title}</BreadcrumbLink>
          {(material || !error) && <BreadcrumbHere>{material?.name ?? <Skeleton width="short" />}</BreadcrumbHere>}
        </Breadcrumb>
        <PageHead
          title={material?.name ?? (error ? t.title : <Skeleton shape="title" width="medium" />)}
          description={material?.maker}
          actions={
            material && (
              <>
                <Button variant="primary" icon="plus" onClick={() => setOpened('lot')}>
                  {t.addLot}
                </Button>
                <Button onClick={() => setOpened('material')}>{t.edit}</Button>
              </>
            )
          }
        />
      </div>
      {error && material && <OutdatedNotice words={t.outdated} error={error} onRetry={() => void found.refetch()} />}
      {material ? (
        <>
          <Facts material={material} />
          <Card flush title={t.lots}>
            {material.lots.length === 0 ? (
              <EmptyState icon="box" title={t.noLots.title} description={t.noLots.description} />
            ) : (
              <Lots lots={material.lots} />
            )}
          </Card>
          {opened === 'lot' && <LotDialog material={material} onClose={close} />}
          {opened === 'material' && <MaterialDialog material={material} onClose={close} />}
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

function Facts({ material }: { material: Material }) {
  const t = useText(materialsText)
  const { kind, isImplantable, isRetired, standard, labelCode } = material
  return (
    <Card>
      <DescriptionList
        items={[
          {
            term: t.columns.kind,
            detail: [t.kinds[kind], isImplantable && t.implantable, isRetired && t.retired].filter(Boolean).join(' · '),
          },
          { term: t.columns.certificate, detail: <CertificatePill material={material} /> },
          ...(standard ? [{ term: t.standard, detail: standard }] : []),
          ...(labelCode ? [{ term: t.labelCode, detail: labelCode }] : []),
        ]}
      />
    </Card>
  )
}

function Lots({ lots }: { lots: readonly Lot[] }) {
  const t = useText(materialsText)
  const { day, dayTime } = useFormat()
  return (
    <Table
      caption={t.lots}
      rows={lots}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'lot',
          label: t.columns.lot,
          phone: 'title',
          cell: ({ id, number, arrivedOn }) => (
            <TwoLines sub={t.arrived(day(arrivedOn, 'year'))}>
              <Link to="/staff/lots/$id" params={{ id }} className="table__link">
                {number}
              </Link>
            </TwoLines>
          ),
        },
        {
          key: 'expiry',
          label: t.columns.expiry,
          size: 'md',
          cell: ({ expiresOn }) => (expiresOn ? day(expiresOn, 'year') : <span className="muted">{t.noExpiry}</span>),
        },
        {
          key: 'check',
          label: t.columns.check,
          cell: ({ checked }) =>
            checked ? t.checkedBy(checked.by, dayTime(checked.at)) : <span className="muted">{t.unchecked}</span>,
        },
        {
          key: 'state',
          label: t.columns.state,
          cell: ({ fault, blocked }) => (
            <TwoLines sub={blocked && t.blockedBy(blocked.because, blocked.by, dayTime(blocked.at))}>
              <FaultPill fault={fault} />
            </TwoLines>
          ),
        },
        {
          key: 'cases',
          label: t.columns.cases,
          size: 'sm',
          cell: ({ casesCount }) => t.cases(casesCount),
        },
        {
          key: 'actions',
          label: t.columns.actions,
          labelHidden: true,
          phone: 'corner',
          cell: lot => <LotMenu lot={lot} />,
        },
      ]}
    />
  )
}
