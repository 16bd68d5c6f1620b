import type { UseQueryResult } from '@tanstack/react-query'
import { Problem } from '#kit/problem.ts'
import { kitText } from './kit-text.ts'
import { useProblemText } from './problem-text.ts'
import { useText } from './text.tsx'
import { ErrorState } from './ui/error-state.tsx'

type QueryFailureProps = {
  title: string
  query: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>
  /** In place of the whole screen. */
  isWhole?: boolean
}

/** Where there is nothing to show because it could not be had: why, and a way to try again. */
export function QueryFailure({ title, query: { error, isFetching, refetch }, isWhole }: QueryFailureProps) {
  const { retry } = useText(kitText).error
  const sentence = useProblemText()
  return (
    <ErrorState
      icon={error instanceof Problem && error.status === 0 ? 'offline' : 'warning'}
      title={title}
      description={sentence(error)}
      retryLabel={retry}
      onRetry={() => void refetch()}
      pending={isFetching}
      isWhole={isWhole}
    />
  )
}
