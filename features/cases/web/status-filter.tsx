import { getRouteApi } from '@tanstack/react-router'
import { later } from '#kit/web/later.tsx'
import { useText } from '#kit/web/text.tsx'
import { FilterMenu } from '#kit/web/ui/filter-menu.tsx'
import { casesText } from './text.ts'

const route = getRouteApi('/portal/cases')
const StatusChoice = later(() => import('./status-choice.tsx').then(module => module.StatusChoice))

export function StatusFilter() {
  const t = useText(casesText)
  const statuses = route.useSearch().statuses ?? []
  const [first] = statuses
  return (
    <FilterMenu label={t.list.status} active={statuses.length > 1 ? statuses.length : first && t.status[first]}>
      <StatusChoice statuses={statuses} />
    </FilterMenu>
  )
}
