import { useQuery } from '@tanstack/react-query'
import { DeliveryDays } from '#features/catalogue/web/practice-days.tsx'
import type { DatePanelProps } from '#kit/web/ui/day-mark.ts'
import { caseLoad } from './staff-queries.ts'

/** The days for which this case could be promised. */
export function CaseDays({ id, ...panel }: DatePanelProps & { id: string }) {
  const { data } = useQuery(caseLoad(id))
  const full = new Set(data?.fills.flatMap(({ day, elements, most }) => (elements > most ? [day] : [])))
  return (
    <DeliveryDays
      {...panel}
      calendar={data?.calendar}
      load={data?.days}
      proposed={data?.proposed ?? undefined}
      full={full}
    />
  )
}
