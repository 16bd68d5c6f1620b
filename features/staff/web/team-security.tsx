import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { kitText } from '#kit/web/kit-text.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Checkbox } from '#kit/web/ui/checkbox.tsx'
import { ConfirmDialog } from '#kit/web/ui/confirm-dialog.tsx'
import { BlockSkeleton } from '#kit/web/ui/skeleton.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { staffTeamCalls } from '../contract.ts'
import { teamQuery, teamSecurityQuery } from './staff-queries.ts'
import { staffTeamText } from './staff-text.ts'

/** The laboratory's security requirements when its staff sign in. */
export function TeamSecurity() {
  const { security: t, refusals } = useText(staffTeamText)
  const sentence = useProblemText()
  const queries = useQueryClient()
  const changed = useChanged()
  const query = useQuery(teamSecurityQuery)
  const held = useQuery(teamQuery).data?.data.filter(
    ({ state, hasSecondFactor, isOwn }) => state === 'active' && !hasSecondFactor && !isOwn,
  )
  const [isAsking, setAsking] = useState(false)
  const { common } = useText(kitText)
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
          onChange={({ currentTarget }) => {
            if (isPending) return
            if (currentTarget.checked) setAsking(true)
            else void run(false)
          }}
          error={error !== undefined && sentence(error, refusals)}
        />
      )}
      <ConfirmDialog
        open={isAsking}
        title={t.question}
        description={held && t.held(held.length, held.map(({ name }) => name).join(', '))}
        confirmLabel={held && t.demand}
        cancelLabel={common.cancel}
        tone="primary"
        pending={isPending}
        onConfirm={() => void run(true).then(() => setAsking(false))}
        onCancel={() => setAsking(false)}
      />
    </Card>
  )
}
