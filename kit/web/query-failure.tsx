import type { UseQueryResult } from '@tanstack/react-query'
import { Problem } from '#kit/problem.ts'
import { kitText } from './kit-text.ts'
import { useProblemText } from './problem-text.ts'
import { useText } from './text.tsx'
import { ErrorState } from './ui/error-state.tsx'

type QueryFailureProps = {
  title: string
  query: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>
  /** Replaces the whole screen. */
  isWhole?: boolean
}

/** Shown in place of data that could not be loaded: the reason, and a retry button. */
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
