import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { SettingsHead } from '#features/staff/web/settings-head.tsx'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { EmptyState } from '#kit/web/ui/empty-state.tsx'
import { Table } from '#kit/web/ui/table.tsx'
import { TwoLines } from '#kit/web/ui/two-lines.tsx'
import { NewListDialog } from './new-list-dialog.tsx'
import { priceLists } from './staff-queries.ts'
import { pricesText } from './staff-text.ts'

/** All price lists, for administrators. */
export function StaffPriceListsScreen(): ReactNode {
  const t = useText(pricesText)
  const query = useQuery(priceLists)
  const lists = query.data
  const [isNew, setNew] = useState(false)
  return (
    <div className="stack">
      <SettingsHead
        title={t.title}
        description={t.description}
        actions={
          <Button variant="primary" icon="plus" onClick={() => setNew(true)}>
            {t.add}
          </Button>
        }
      />
      <Card flush>
        {query.error && !lists ? (
          <QueryFailure title={t.failed} query={query} />
        ) : lists?.length === 0 ? (
          <EmptyState icon="document" title={t.empty.title} description={t.empty.description} />
        ) : (
          <Table
            caption={t.title}
            rows={lists}
            rowKey={({ id }) => id}
            skeletonRows={4}
            columns={[
              {
                key: 'name',
                label: t.columns.name,
                phone: 'title',
                cell: ({ id, name, isDefault }) => (
                  <TwoLines sub={isDefault && t.default.short}>
                    <Link to="/staff/settings/prices/$id" params={{ id }} className="table__link">
                      {name}
                    </Link>
                  </TwoLines>
                ),
              },
              { key: 'prices', label: t.columns.prices, align: 'end', cell: ({ prices }) => prices },
              {
                key: 'practices',
                label: t.columns.practices,
                align: 'end',
                cell: ({ practices, coming }) => (
                  <TwoLines sub={coming > 0 && t.comingCount(coming)}>{practices}</TwoLines>
                ),
              },
            ]}
          />
        )}
      </Card>
      {isNew && <NewListDialog lists={lists ?? []} onClose={() => setNew(false)} />}
    </div>
  )
}
