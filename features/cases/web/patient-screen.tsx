import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMay } from '#features/auth/web/use-user.ts'
import { formatShade, formatTeeth } from '#features/prescription/rules.ts'
import { useFormat } from '#kit/web/format.tsx'
import { OutdatedNotice } from '#kit/web/outdated-notice.tsx'
import { useLanguage, useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { Breadcrumb, BreadcrumbHere, BreadcrumbLink } from '#kit/web/ui/breadcrumb.tsx'
import { ButtonLink } from '#kit/web/ui/button-link.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { PageHead } from '#kit/web/ui/page-head.tsx'
import { ResultCount } from '#kit/web/ui/result-count.tsx'
import { Skeleton } from '#kit/web/ui/skeleton.tsx'
import { type Column, Table } from '#kit/web/ui/table.tsx'
import { TwoLines } from '#kit/web/ui/two-lines.tsx'
import { useDelayed } from '#kit/web/ui/use-delayed.ts'
import type { CaseRow, Patient } from '../contract.ts'
import { CaseFailure } from './case-failure.tsx'
import { caseText } from './case-text.ts'
import { deliveryWords } from './case-words.ts'
import { Nothing } from './nothing.tsx'
import { patientOf } from './patient-query.ts'
import { CaseState } from './status-pill.tsx'
import { casesText } from './text.ts'

const route = getRouteApi('/portal/cases/$id/patient')

/** This screen's address begins with that of a case, so only an exact match counts. */
const exactly = { exact: true }

/** All orders of the practice for one patient, and the shades used. */
export function PatientScreen() {
  const t = useText(caseText).patient
  const { list, one } = useText(casesText)
  const { id } = route.useParams()
  const found = useQuery(patientOf(id))
  const isRefreshing = useDelayed(found.isFetching)
  const isOrdering = useMay('order')
  const { data, error } = found
  const columns = useColumns()
  useTitle(data ? t.title(data.code) : list.title)
  if (error && !data)
    return <CaseFailure error={error} isTrying={found.isFetching} onRetry={() => void found.refetch()} />
  return (
    <>
      <Breadcrumb label={one.breadcrumb}>
        <BreadcrumbLink to="/cases">{list.title}</BreadcrumbLink>
        <BreadcrumbHere>{data ? <bdi>{data.code}</bdi> : <Skeleton width="short" />}</BreadcrumbHere>
      </Breadcrumb>
      <PageHead
        title={data ? <bdi>{t.title(data.code)}</bdi> : <Skeleton shape="title" width="medium" />}
        description={
          data ? (
            <>
              {data.name && (
                <>
                  <bdi>{data.name}</bdi>
                  {' · '}
                </>
              )}
              {t.casesFound(data.cases.length)}
            </>
          ) : (
            <Skeleton width="medium" />
          )
        }
        actions={
          isOrdering && (
            <ButtonLink to="/cases/new" state={{ patientOf: id }} variant="primary" icon="plus">
              {t.order}
            </ButtonLink>
          )
        }
      />
      <ResultCount hidden>{data && t.casesFound(data.cases.length)}</ResultCount>
      {error && <OutdatedNotice words={t.outdated} error={error} onRetry={() => void found.refetch()} />}
      <Card flush title={t.cases}>
        <Table
          caption={t.cases}
          columns={columns}
          rows={data?.cases}
          skeletonRows={3}
          rowKey={row => row.id}
          busy={isRefreshing}
        />
      </Card>
      <Shades shades={data?.shades} />
    </>
  )
}

function useColumns(): Column<CaseRow>[] {
  const { columns } = useText(caseText).patient
  const t = useText(casesText)
  const format = useFormat()
  return [
    {
      key: 'code',
      label: columns.code,
      size: 'md',
      phone: 'title',
      cell: row => (
        <TwoLines sub={row.prescriber}>
          <Link to="/cases/$id" params={{ id: row.id }} activeOptions={exactly} className="table__link">
            {row.code}
          </Link>
        </TwoLines>
      ),
    },
    { key: 'work', label: columns.work, phone: 'bare', cell: row => row.summary || <Nothing /> },
    { key: 'status', label: columns.status, size: 'md', phone: 'aside', cell: row => <CaseState row={row} /> },
    {
      key: 'delivery',
      label: columns.delivery,
      cell: row => {
        const { fact, meaning, tone } = deliveryWords(row, t, format)
        return (
          <TwoLines sub={meaning} tone={tone}>
            {fact ?? <Nothing />}
          </TwoLines>
        )
      },
    },
    {
      key: 'registered',
      label: columns.registered,
      size: 'md',
      cell: row => format.day(format.dayOf(row.createdAt), 'year'),
    },
  ]
}

function Shades({ shades }: { shades: Patient['shades'] | undefined }) {
  const t = useText(caseText).patient
  const { one } = useText(casesText)
  const language = useLanguage()
  if (shades?.length === 0) {
    return (
      <Card title={t.shades}>
        <p className="muted">{t.noShades}</p>
      </Card>
    )
  }
  return (
    <Card flush title={t.shades}>
      <Table
        caption={t.shades}
        rows={shades}
        skeletonRows={2}
        rowKey={({ order, shade, complementaryShade, teeth }) =>
          [order.id, shade, complementaryShade, ...teeth].join(' ')
        }
        columns={[
          {
            key: 'shade',
            label: t.shadeColumns.shade,
            size: 'md',
            phone: 'title',
            cell: ({ shade, complementaryShade }) => (
              <TwoLines sub={complementaryShade && one.complementaryShade(formatShade(complementaryShade, language))}>
                {shade ? formatShade(shade, language) : <Nothing />}
              </TwoLines>
            ),
          },
          {
            key: 'teeth',
            label: t.shadeColumns.teeth,
            size: 'md',
            cell: ({ teeth }) => (teeth.length > 0 ? formatTeeth(teeth) : <Nothing />),
          },
          { key: 'work', label: t.shadeColumns.work, phone: 'bare', cell: ({ label }) => label },
          {
            key: 'case',
            label: t.shadeColumns.case,
            size: 'md',
            cell: ({ order }) => (
              <Link to="/cases/$id" params={{ id: order.id }} activeOptions={exactly} className="link">
                {order.code}
              </Link>
            ),
          },
        ]}
      />
    </Card>
  )
}
