import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Checkbox } from '#kit/web/ui/checkbox.tsx'
import { BlockSkeleton } from '#kit/web/ui/skeleton.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { staffTeamCalls } from '../contract.ts'
import { teamSecurityQuery } from './staff-queries.ts'
import { staffTeamText } from './staff-text.ts'

/** What the laboratory demands of its own people when they sign in. */
export function TeamSecurity() {
  const { security: t, refusals } = useText(staffTeamText)
  const sentence = useProblemText()
  const queries = useQueryClient()
  const changed = useChanged()
  const query = useQuery(teamSecurityQuery)
  const { run, isPending, error } = useAttempt(async (isSecondFactorDemanded: boolean) => {
    const body = { isSecondFactorDemanded }
    await call(staffTeamCalls.setSecurity, { body })
    queries.setQueryData(teamSecurityQuery.queryKey, body)
    toast({ title: isSecondFactorDemanded ? t.on : t.off })
    void changed('staff')
  })
  return (
    <Card title={t.title}>
      {query.error && !query.data ? (
        <QueryFailure title={t.failed} query={query} />
      ) : !query.data ? (
        <BlockSkeleton />
      ) : (
        <Checkbox
          label={t.demanded}
          hint={t.hint}
          checked={query.data.isSecondFactorDemanded}
          aria-busy={isPending}
          onChange={event => {
            if (!isPending) void run(event.currentTarget.checked)
          }}
          error={error !== undefined && sentence(error, refusals)}
        />
      )}
    </Card>
  )
}
