import { keepPreviousData, type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useRested } from '#kit/web/use-rested.ts'

const pause = 150
export const shortestSearch = 2

/**
 * Search results for the words, requested once typing pauses. Until then `data` is the previous answer (`isOlder`): callers
 * that show only what matches the current words never show or open a wrong result.
 */
export function useFound<Data, Key extends QueryKey>(
  words: string,
  findBy: (words: string) => UseQueryOptions<Data, Error, Data, Key>,
) {
  const asked = useRested(words, pause)
  const isWanted = words.length >= shortestSearch
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...findBy(asked),
    enabled: isWanted && asked.length >= shortestSearch,
    placeholderData: keepPreviousData,
    // Shown in place of the results, so that screens and actions stay usable.
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
