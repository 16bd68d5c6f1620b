import { useNavigate } from '@tanstack/react-router'
import { changed } from './list-views.ts'
import type { CaseListSearch } from './search.ts'

/** Changes the filters as a history entry that Back undoes. */
export function useFilter() {
  const navigate = useNavigate({ from: '/cases' })
  return (changes: CaseListSearch) => {
    void navigate({ to: '/cases', search: search => changed(search, changes), resetScroll: false })
  }
}
