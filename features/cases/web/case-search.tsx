import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { useText } from '#kit/web/text.tsx'
import { SearchInput } from '#kit/web/ui/search-input.tsx'
import { longestSearch } from '../contract.ts'
import { changed } from './list-views.ts'
import type { CaseListSearch } from './search.ts'
import { casesText } from './text.ts'

const route = getRouteApi('/portal/cases')
const pause = 300

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** On the entry that typing has made: what was searched for before. */
    searchedBefore?: string
    /** On the entry of a case: the list that one has come from. */
    list?: CaseListSearch
  }
}

/** Searches while the reader types, and at once on Enter. */
export function CaseSearch() {
  const t = useText(casesText)
  const [words, setWords, applied, setApplied] = useTyped(route.useSearch({ select: ({ search }) => search ?? '' }))
  const goTo = useSearchFor()

  function apply(isComplete: boolean) {
    setApplied(words.trim())
    goTo(words.trim(), isComplete)
  }
  const applyTyped = useEffectEvent(() => apply(false))
  useEffect(() => {
    if (words.trim() === applied) return
    const timer = setTimeout(() => applyTyped(), pause)
    return () => clearTimeout(timer)
  }, [words, applied])

  return (
    <form
      className="case-list__search"
      onSubmit={event => {
        event.preventDefault()
        apply(true)
      }}
    >
      <SearchInput
        label={t.list.search}
        placeholder={t.list.searchExample}
        name="search"
        maxLength={longestSearch}
        value={words}
        onChange={event => setWords(event.currentTarget.value)}
      />
    </form>
  )
}

/** What stands in the field, and what of it has been searched for. The address wins when something else changes it. */
function useTyped(search: string) {
  const [words, setWords] = useState(search)
  const [applied, setApplied] = useState(search)
  const [seen, setSeen] = useState(search)
  if (seen !== search) {
    setSeen(search)
    if (search !== applied) {
      setWords(search)
      setApplied(search)
    }
  }
  return [words, setWords, applied, setApplied] as const
}

/**
 * The first letters make a step of their own, the next ones change it, so that one Back undoes the search. Enter ends it:
 * what is typed later is another search. Typing back what was there before goes back.
 */
function useSearchFor() {
  const navigate = useNavigate({ from: '/cases' })
  const router = useRouter()
  return (words: string, isComplete: boolean) => {
    const { search, state } = router.latestLocation
    const present = search.search ?? ''
    const { searchedBefore } = state
    if (searchedBefore === words && present !== words) return router.history.back()
    if (present === words && !(isComplete && searchedBefore !== undefined)) return
    void navigate({
      to: '/cases',
      search: previous => changed(previous, { search: words || undefined }),
      replace: searchedBefore !== undefined,
      state: isComplete ? {} : { searchedBefore: searchedBefore ?? present },
      resetScroll: false,
    })
  }
}
