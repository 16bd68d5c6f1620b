import { keepPreviousData, type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

const pause = 150
export const shortestSearch = 2

/**
 * What a search says of these words, asked for when the hand rests. Until the answer has come, `data` is the one before
 * (`isOlder`): whoever shows of it only what fits what is typed now never shows anything wrong, and Enter opens nothing else.
 */
export function useFound<Data, Key extends QueryKey>(
  words: string,
  findBy: (words: string) => UseQueryOptions<Data, Error, Data, Key>,
) {
  const asked = useRested(words)
  const isWanted = words.length >= shortestSearch
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...findBy(asked),
    enabled: isWanted && asked.length >= shortestSearch,
    placeholderData: keepPreviousData,
    // Said in place of what is searched for: screens and actions stay in reach.
    throwOnError: false,
  })
  const isOlder = asked !== words || isPlaceholderData
  const isComing = isWanted && (isOlder || (!data && isFetching))
  return {
    data: isWanted ? data : undefined,
    isOlder,
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
