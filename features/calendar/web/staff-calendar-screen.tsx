import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { SettingsHead } from '#features/staff/web/settings-head.tsx'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { BlockSkeleton } from '#kit/web/ui/skeleton.tsx'
import { ClosedDays } from './closed-days.tsx'
import { RoundsForm } from './rounds-form.tsx'
import { staffCalendar } from './staff-queries.ts'
import { staffCalendarText } from './staff-text.ts'
import { WeekForm } from './week-form.tsx'

/** The laboratory's working days and rounds, for its administrators. */
export function StaffCalendarScreen(): ReactNode {
  const t = useText(staffCalendarText)
  const query = useQuery(staffCalendar)
  return (
    <div className="stack">
      <SettingsHead title={t.title} description={t.description} />
      {query.data ? (
        <>
          <ClosedDays closed={query.data.closed} />
          <WeekForm calendar={query.data} />
          <RoundsForm calendar={query.data} />
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
