import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useFormat } from '#kit/web/format.tsx'
import { OutdatedNotice } from '#kit/web/outdated-notice.tsx'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { Breadcrumb, BreadcrumbHere, BreadcrumbLink } from '#kit/web/ui/breadcrumb.tsx'
import { ButtonLink } from '#kit/web/ui/button-link.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { EmptyState } from '#kit/web/ui/empty-state.tsx'
import { IconButton } from '#kit/web/ui/icon-button.tsx'
import { PageHead } from '#kit/web/ui/page-head.tsx'
import { ResultCount } from '#kit/web/ui/result-count.tsx'
import { Table } from '#kit/web/ui/table.tsx'
import { TwoLines } from '#kit/web/ui/two-lines.tsx'
import { useDelayed } from '#kit/web/ui/use-delayed.ts'
import type { DraftLine } from '../draft-contract.ts'
import { DraftRemoval } from './draft-removal.tsx'
import { draftWords } from './draft-words.ts'
import { draftsText } from './drafts-text.ts'
import { draftsQuery } from './queries.ts'

export function DraftListScreen() {
  const t = useText(draftsText)
  const format = useFormat()
  useTitle(t.title)
  const list = useQuery(draftsQuery)
  const isRefreshing = useDelayed(list.isFetching)
  const [removing, setRemoving] = useState<DraftLine>()
  const { data, error } = list
  const order = (
    <ButtonLink to="/cases/new" variant="primary" icon="plus">
      {t.order}
    </ButtonLink>
  )
  return (
    <>
      <Breadcrumb label={t.breadcrumb}>
        <BreadcrumbLink to="/cases">{t.cases}</BreadcrumbLink>
        <BreadcrumbHere>{t.title}</BreadcrumbHere>
      </Breadcrumb>
      <PageHead title={t.title} description={t.description} actions={data?.length !== 0 && order} />
      <ResultCount hidden>{data && t.found(data.length)}</ResultCount>
      {error && data && <OutdatedNotice words={t.outdated} error={error} onRetry={() => void list.refetch()} />}
      <Card flush>
        {error && !data ? (
          <QueryFailure title={t.failed} query={list} />
        ) : data?.length === 0 ? (
          <EmptyState icon="document" title={t.empty.title} description={t.empty.description} action={order} />
        ) : (
          <Table
            caption={t.title}
            rows={data}
            skeletonRows={4}
            rowKey={row => row.id}
            busy={isRefreshing}
            columns={[
              {
                key: 'patient',
                label: t.columns.patient,
                phone: 'title',
                cell: row => (
                  <TwoLines sub={row.patientCode && row.patient}>
                    <Link to="/cases/new" search={{ draft: row.id }} className="table__link">
                      {row.patientCode ?? row.patient ?? t.noPatient}
                    </Link>
                  </TwoLines>
                ),
              },
              {
                key: 'work',
                label: t.columns.work,
                phone: 'bare',
                cell: row => row.summary || <span className="muted">{t.noWork}</span>,
              },
              {
                key: 'saved',
                label: t.columns.saved,
                size: 'md',
                cell: row => t.saved(format.day(format.dayOf(row.updatedAt), 'date'), format.time(row.updatedAt)),
              },
              {
                key: 'actions',
                label: t.columns.actions,
                labelHidden: true,
                phone: 'corner',
                cell: row => (
                  <div className="row row--end">
                    <IconButton
                      icon="close"
                      label={t.remove(draftWords(row) || t.noPatient)}
                      onClick={() => setRemoving(row)}
                    />
                  </div>
                ),
              },
            ]}
          />
        )}
      </Card>
      {removing && <DraftRemoval draft={removing} onClose={() => setRemoving(undefined)} />}
    </>
  )
}
