import { useQuery } from '@tanstack/react-query'
import { useText } from '#kit/web/text.tsx'
import { Count } from '#kit/web/ui/count.tsx'
import { VisuallyHidden } from '#kit/web/ui/visually-hidden.tsx'
import { toDoQuery } from './queries.ts'
import { dashboardText } from './text.ts'
import { allToDo } from './to-do.ts'

/** How much waits for the practice, for the menu: as much as the first card of the dashboard says. */
export function ToDoCount() {
  const { data: total = 0 } = useQuery({ ...toDoQuery, throwOnError: false, select: allToDo })
  return total > 0 ? <Counted total={total} /> : null
}

function Counted({ total }: { total: number }) {
  const { toDo, number } = useText(dashboardText)
  return (
    <span className="unread-count">
      <span aria-hidden="true">
        <Count>{number(total)}</Count>
      </span>
      <VisuallyHidden>{toDo.waiting(total)}</VisuallyHidden>
    </span>
  )
}

/** Of the reader, as the menu has counted it. */
export function DraftCount() {
  const { data = 0 } = useQuery({ ...toDoQuery, throwOnError: false, select: ({ drafts }) => drafts })
  return data > 0 && <span className="count">{data}</span>
}
