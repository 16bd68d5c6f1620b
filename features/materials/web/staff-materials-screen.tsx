import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useFormat } from '#kit/web/format.tsx'
import { OutdatedNotice } from '#kit/web/outdated-notice.tsx'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { ButtonLink } from '#kit/web/ui/button-link.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { EmptyState } from '#kit/web/ui/empty-state.tsx'
import { PageHead } from '#kit/web/ui/page-head.tsx'
import { Pill } from '#kit/web/ui/pill.tsx'
import { SearchInput } from '#kit/web/ui/search-input.tsx'
import { Table } from '#kit/web/ui/table.tsx'
import { Toolbar } from '#kit/web/ui/toolbar.tsx'
import { TwoLines } from '#kit/web/ui/two-lines.tsx'
import { useDelayed } from '#kit/web/ui/use-delayed.ts'
import type { MaterialRow } from '../contract.ts'
import { CertificatePill } from './certificate-pill.tsx'
import { MaterialDialog } from './material-dialog.tsx'
import { materialList } from './staff-queries.ts'
import { Subcontractors } from './subcontractors.tsx'
import { materialsText } from './text.ts'

const route = getRouteApi('/console/staff/materials')

export function StaffMaterialsScreen(): ReactNode {
  const t = useText(materialsText)
  useTitle(t.title)
  const { search = '' } = route.useSearch()
  const navigate = useNavigate()
  const list = useQuery(materialList(search))
  const isRefreshing = useDelayed(list.isFetching)
  const [isAdding, setAdding] = useState(false)
  const none = search ? t.notFound : t.empty
  return (
    <div className="stack">
      <PageHead
        title={t.title}
        description={t.description}
        actions={
          <Button variant="primary" icon="plus" onClick={() => setAdding(true)}>
            {t.add}
          </Button>
        }
      />
      <Toolbar label={t.search}>
        <form
          onSubmit={event => {
            event.preventDefault()
            const words = String(new FormData(event.currentTarget).get('search') ?? '').trim()
            void navigate({ to: '/staff/materials', search: words ? { search: words } : {} })
          }}
        >
          <SearchInput key={search} name="search" label={t.search} placeholder={t.searchHint} defaultValue={search} />
        </form>
      </Toolbar>
      {list.error && list.data && (
        <OutdatedNotice words={t.outdated} error={list.error} onRetry={() => void list.refetch()} />
      )}
      <Card flush>
        {list.error && !list.data ? (
          <QueryFailure title={t.failed} query={list} />
        ) : list.data?.length === 0 ? (
          <EmptyState
            icon={search ? 'search' : 'box'}
            title={none.title}
            description={none.description}
            action={search && <ButtonLink to="/staff/materials">{t.clear}</ButtonLink>}
          />
        ) : (
          <Table
            caption={t.title}
            rows={list.data}
            rowKey={({ id }) => id}
            skeletonRows={5}
            busy={isRefreshing}
            columns={[
              {
                key: 'name',
                label: t.columns.name,
                phone: 'title',
                cell: ({ id, name, maker }) => (
                  <TwoLines sub={maker}>
                    <Link to="/staff/materials/$id" params={{ id }} className="table__link">
                      {name}
                    </Link>
                  </TwoLines>
                ),
              },
              {
                key: 'kind',
                label: t.columns.kind,
                cell: ({ kind, isImplantable, isRetired }) => (
                  <TwoLines sub={isRetired ? t.retired : isImplantable && t.implantable}>{t.kinds[kind]}</TwoLines>
                ),
              },
              { key: 'certificate', label: t.columns.certificate, cell: row => <CertificatePill material={row} /> },
              { key: 'lots', label: t.columns.lots, cell: row => <Lots row={row} /> },
            ]}
          />
        )}
      </Card>
      <Subcontractors />
      {isAdding && <MaterialDialog onClose={() => setAdding(false)} />}
    </div>
  )
}

function Lots({ row: { usableLots, nextExpiry, uncheckedLots } }: { row: MaterialRow }) {
  const t = useText(materialsText)
  const { day } = useFormat()
  return (
    <>
      <TwoLines sub={nextExpiry && t.firstExpiry(day(nextExpiry, 'year'))}>{t.usableLots(usableLots)}</TwoLines>
      {uncheckedLots > 0 && (
        <Pill tone="warn" icon="eye">
          {t.uncheckedLots(uncheckedLots)}
        </Pill>
      )}
    </>
  )
}
