import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { NoMailsNotice } from '#features/account/web/access-notices.tsx'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { TypedSearch } from '#kit/web/typed-search.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { ButtonLink } from '#kit/web/ui/button-link.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { EmptyState } from '#kit/web/ui/empty-state.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { PageHead } from '#kit/web/ui/page-head.tsx'
import { Table } from '#kit/web/ui/table.tsx'
import { Toolbar } from '#kit/web/ui/toolbar.tsx'
import { TwoLines } from '#kit/web/ui/two-lines.tsx'
import { useDelayed } from '#kit/web/ui/use-delayed.ts'
import { mostListed } from '../contract.ts'
import { NewPracticeDialog } from './new-practice-dialog.tsx'
import { PersonRow } from './person-row.tsx'
import { practiceList } from './queries.ts'
import './staff-practices.css'
import { practicesText } from './text.ts'

const route = getRouteApi('/console/staff/practices')

/**
 * The laboratory's customers and their people. The type is explicit, because inferring it would be circular through the route
 * table.
 */
export function StaffPracticesScreen(): ReactNode {
  const t = useText(practicesText)
  useTitle(t.title)
  const { search = '' } = route.useSearch()
  const navigate = useNavigate()
  const list = useQuery(practiceList(search))
  const isRefreshing = useDelayed(list.isFetching)
  const areMailsSent = list.data?.areMailsSent ?? true
  const [isAdding, setAdding] = useState(false)
  const none = search ? t.notFound : t.empty
  return (
    <>
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
        <TypedSearch
          className="staff-practices__search"
          label={t.search}
          placeholder={t.searchHint}
          maxLength={100}
          search={search}
          goTo={(words, going) =>
            void navigate({
              to: '/staff/practices',
              search: words ? { search: words } : {},
              ...going,
              resetScroll: false,
            })
          }
        />
      </Toolbar>
      {!areMailsSent && <NoMailsNotice isLinkBeside />}
      {list.data?.data.length === mostListed && <Notice>{t.many(mostListed)}</Notice>}
      <Card flush className="staff-practices">
        {list.error && !list.data ? (
          <QueryFailure title={t.failed} query={list} />
        ) : list.data?.data.length === 0 ? (
          <EmptyState
            icon={search ? 'search' : 'user'}
            title={none.title}
            description={none.description}
            action={
              search && (
                <ButtonLink to="/staff/practices" search={{}} resetScroll={false}>
                  {t.clear}
                </ButtonLink>
              )
            }
          />
        ) : (
          <Table
            caption={t.title}
            rows={list.data?.data}
            rowKey={({ id }) => id}
            skeletonRows={5}
            busy={isRefreshing}
            columns={[
              {
                key: 'name',
                label: t.columns.name,
                phone: 'title',
                cell: ({ id, name, place, isDisabled }) => (
                  <TwoLines sub={isDisabled ? t.page.closed : place}>
                    <Link to="/staff/practices/$id" params={{ id }} className="table__link">
                      {name}
                    </Link>
                  </TwoLines>
                ),
              },
              {
                key: 'people',
                label: t.columns.people,
                phone: 'bare',
                cell: ({ people }) =>
                  people.length === 0 ? (
                    <span className="muted">{t.nobody}</span>
                  ) : (
                    <ul className="staff-practices__people">
                      {people.map(person => (
                        <PersonRow key={person.id} person={person} areMailsSent={areMailsSent} />
                      ))}
                    </ul>
                  ),
              },
            ]}
          />
        )}
      </Card>
      {isAdding && <NewPracticeDialog areMailsSent={areMailsSent} onClose={() => setAdding(false)} />}
    </>
  )
}
