import type { UseQueryResult } from '@tanstack/react-query'
import { Problem } from '#kit/problem.ts'
import { kitText } from '#kit/web/kit-text.ts'
import { useProblemText, useReference } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { ErrorState } from '#kit/web/ui/error-state.tsx'

type SuppliesFailureProps = { title: string; query: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'> }

export function SuppliesFailure({ title, query: { error, isFetching, refetch } }: SuppliesFailureProps) {
  const kit = useText(kitText)
  const sentence = useProblemText()
  const reference = useReference()
  return (
    <ErrorState
      icon={error instanceof Problem && error.status === 0 ? 'offline' : 'warning'}
      title={title}
      description={sentence(error)}
      reference={reference(error)}
      retryLabel={kit.error.retry}
      onRetry={() => void refetch()}
      pending={isFetching}
    />
  )
}
