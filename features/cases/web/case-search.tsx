import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useText } from '#kit/web/text.tsx'
import { TypedSearch } from '#kit/web/typed-search.tsx'
import { longestSearch } from '../list-contract.ts'
import { changed } from './list-views.ts'
import type { CaseListSearch } from './search.ts'
import { casesText } from './text.ts'

const route = getRouteApi('/portal/cases')

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Kept in the history entry of a case: the list the reader came from. */
    list?: CaseListSearch
  }
}

export function CaseSearch() {
  const t = useText(casesText)
  const navigate = useNavigate({ from: '/cases' })
  return (
    <TypedSearch
      className="case-list__search"
      label={t.list.search}
      placeholder={t.list.searchExample}
      maxLength={longestSearch}
      search={route.useSearch({ select: ({ search }) => search ?? '' })}
      goTo={(search, going) =>
        void navigate({ to: '/cases', search: previous => changed(previous, { search }), ...going, resetScroll: false })
      }
    />
  )
}
