import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { SearchInput } from '#kit/web/ui/search-input.tsx'

const pause = 300

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Set on the history entry that typing has made: the search before it. */
    searchedBefore?: string
  }
}

type Going = { replace: boolean; state: { searchedBefore?: string } }

type TypedSearchProps = {
  /** The search in the address. */
  search: string
  /** Navigates to another search. */
  goTo: (search: string | undefined, going: Going) => void
  label: string
  placeholder: string
  maxLength: number
  className: string
}

/** Searches while typing, and at once on Enter. */
export function TypedSearch({ search, goTo, className, ...input }: TypedSearchProps) {
  const [words, setWords, applied, setApplied] = useTyped(search)
  const searchFor = useSearchFor(goTo)

  function apply(isComplete: boolean) {
    setApplied(words.trim())
    searchFor(words.trim(), isComplete)
  }
  const applyTyped = useEffectEvent(() => apply(false))
  useEffect(() => {
    if (words.trim() === applied) return
    const timer = setTimeout(() => applyTyped(), pause)
    return () => clearTimeout(timer)
  }, [words, applied])

  return (
    <form
      className={className}
      onSubmit={event => {
        event.preventDefault()
        apply(true)
      }}
    >
      <SearchInput {...input} name="search" value={words} onChange={event => setWords(event.currentTarget.value)} />
    </form>
  )
}

/** The field's text, and the part already searched for. The address wins when something else changes it. */
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
 * The first letters push a history entry and the next ones replace it, so that one Back undoes the search. Enter ends it: later
 * typing is another search. Typing the earlier search again goes back.
 */
function useSearchFor(goTo: TypedSearchProps['goTo']) {
  const router = useRouter()
  return (words: string, isComplete: boolean) => {
    const { search, state } = router.latestLocation
    const present = (search as { search?: string }).search ?? ''
    const { searchedBefore } = state
    if (searchedBefore === words && present !== words) return router.history.back()
    if (present === words && !(isComplete && searchedBefore !== undefined)) return
    goTo(words || undefined, {
      replace: searchedBefore !== undefined,
      state: isComplete ? {} : { searchedBefore: searchedBefore ?? present },
    })
  }
}
