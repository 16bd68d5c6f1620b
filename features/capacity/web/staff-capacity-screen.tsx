import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { SettingsTabs } from '#features/staff/web/settings-tabs.tsx'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { Card } from '#kit/web/ui/card.tsx'
import { PageHead } from '#kit/web/ui/page-head.tsx'
import { BlockSkeleton } from '#kit/web/ui/skeleton.tsx'
import { CapacityDays } from './capacity-days.tsx'
import { CapacityForm } from './capacity-form.tsx'
import { LoadAhead } from './load-ahead.tsx'
import { capacity } from './staff-queries.ts'
import { staffCapacityText } from './staff-text.ts'

/** How much can be finished in a day, and how much is promised, for administrators. */
export function StaffCapacityScreen(): ReactNode {
  const t = useText(staffCapacityText)
  useTitle(t.title)
  const query = useQuery(capacity)
  const { data } = query
  return (
    <div className="stack">
      <div className="stack stack--sm">
        <PageHead title={t.title} description={t.description} />
        <SettingsTabs />
      </div>
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
