import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { CaseRow } from '#features/cases/contract.ts'
import { caseList } from '#features/cases/web/queries.ts'
import { matchesWords } from '#kit/web/search-words.ts'

const pause = 150
export const shortestSearch = 2
const mostShown = 8

const fits = ({ code, patient, patientCode }: CaseRow, words: string) =>
  matchesWords(`${code} ${patient ?? ''} ${patientCode}`, words)

/**
 * Cases of any tab by number, patient or patient code, asked for when the hand rests. Until the answer has come, those of
 * the answer before that fit what is typed now: nothing that is shown is ever wrong, and Enter opens no other case.
 */
export function useFoundCases(words: string) {
  const asked = useRested(words)
  const isWanted = words.length >= shortestSearch
  const answer = useQuery({
    ...caseList({ tab: 'all', page: 1, search: asked }),
    enabled: isWanted && asked.length >= shortestSearch,
    placeholderData: keepPreviousData,
    // Said in place of the cases: screens and actions stay in reach.
    throwOnError: false,
  })
  const { data, error, isFetching, isPlaceholderData, refetch } = answer
  const isOlder = asked !== words || isPlaceholderData
  const known = isWanted ? (data?.data ?? []) : []
  const rows = isOlder ? known.filter(row => fits(row, words)) : known
  const isComing = isWanted && (isOlder || (!data && isFetching))
  return {
    rows: rows.slice(0, mostShown),
    total: isOlder || !isWanted ? 0 : (data?.page.total ?? 0),
    isComing,
    error: isWanted && !isComing && !data ? error : null,
    retry: () => void refetch(),
  }
}

/** What was last said for a moment. */
function useRested(words: string) {
  const [rested, setRested] = useState(words)
  useEffect(() => {
    const timer = setTimeout(() => setRested(words), pause)
    return () => clearTimeout(timer)
  }, [words])
  return rested
}
