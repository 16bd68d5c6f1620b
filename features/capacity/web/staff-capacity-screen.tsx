import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { SettingsHead } from '#features/staff/web/settings-head.tsx'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { BlockSkeleton } from '#kit/web/ui/skeleton.tsx'
import { CapacityDays } from './capacity-days.tsx'
import { CapacityForm } from './capacity-form.tsx'
import { LoadAhead } from './load-ahead.tsx'
import { capacity } from './staff-queries.ts'
import { staffCapacityText } from './staff-text.ts'

/** Capacity and load per day, for administrators. */
export function StaffCapacityScreen(): ReactNode {
  const t = useText(staffCapacityText)
  const query = useQuery(capacity)
  const { data } = query
  return (
    <div className="stack">
      <SettingsHead title={t.title} description={t.description} />
      {data ? (
        <>
          <CapacityForm capacity={data} />
          <CapacityDays capacity={data} />
          <LoadAhead capacity={data} />
        </>
      ) : query.error ? (
        <Card flush>
          <QueryFailure title={t.failed} query={query} />
        </Card>
      ) : (
        <BlockSkeleton />
      )}
    </div>
  )
}
