import { useQuery } from '@tanstack/react-query'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { loadText, useText } from '#kit/web/text.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { BlockSkeleton } from '#kit/web/ui/skeleton.tsx'
import { CapacityDays } from './capacity-days.tsx'
import { CapacityForm } from './capacity-form.tsx'
import { LoadAhead } from './load-ahead.tsx'
import { capacity } from './staff-queries.ts'
import { staffCapacityText } from './staff-text.ts'

export const loadCapacityWords = () => loadText(staffCapacityText)

/** How much can be finished in a day, and how much is promised. */
export function CapacityCard({ workingDays }: { workingDays: readonly number[] }) {
  const t = useText(staffCapacityText)
  const query = useQuery(capacity)
  const { data } = query
  if (!data && query.error) {
    return (
      <Card flush title={t.title}>
        <QueryFailure title={t.failed} query={query} />
      </Card>
    )
  }
  if (!data) return <BlockSkeleton />
  return (
    <>
      <CapacityForm capacity={data} workingDays={workingDays} />
      <CapacityDays capacity={data} />
      <LoadAhead capacity={data} />
    </>
  )
}
