import { useMay } from '#features/auth/web/use-user.ts'
import { PhoneHelp } from '#features/brand/web/phone.tsx'
import { useText } from '#kit/web/text.tsx'
import { ButtonLink } from '#kit/web/ui/button-link.tsx'
import { EmptyState } from '#kit/web/ui/empty-state.tsx'
import { inTab, isFiltered, withoutFilters } from './list-views.ts'
import type { CaseListSearch } from './search.ts'
import { casesText } from './text.ts'

type NoCasesProps = {
  search: CaseListSearch
  total: number
  counts: { history: number }
}

/** Why the list is empty, and where to go from there. */
export function NoCases({ search, total, counts }: NoCasesProps) {
  const { list } = useText(casesText)
  const mayOrder = useMay('order')
  const { tab = 'in_progress' } = search
  if (total > 0) {
    return (
      <EmptyState
        icon="case"
        title={list.pastTheEnd}
        action={
          <ButtonLink to="/cases" search={{ ...search, page: undefined }}>
            {list.firstPage}
          </ButtonLink>
        }
      />
    )
  }
  if (isFiltered(search)) {
    return (
      <EmptyState
        icon="search"
        title={list.noMatch[tab]}
        description={list.noMatchAdvice}
        action={
          <>
            <ButtonLink to="/cases" search={withoutFilters(search)} variant="primary">
              {list.clear}
            </ButtonLink>
            {tab !== 'all' && (
              <ButtonLink to="/cases" search={inTab(search, 'all')}>
                {list.searchAll}
              </ButtonLink>
            )}
          </>
        }
      />
    )
  }
  return (
    <EmptyState
      icon="case"
      title={list.nothingYet[tab].title}
      description={list.nothingYet[tab].description}
      action={
        <>
          {mayOrder && (
            <ButtonLink to="/cases/new" variant="primary" icon="plus">
              {list.order}
            </ButtonLink>
          )}
          {tab === 'in_progress' && counts.history > 0 ? (
            <ButtonLink to="/cases" search={inTab(search, 'history')}>
              {list.seeHistory}
            </ButtonLink>
          ) : (
            <p>
              <PhoneHelp />
            </p>
          )}
        </>
      }
    />
  )
}
