import { useQuery } from '@tanstack/react-query'
import { useText } from '#kit/web/text.tsx'
import { Count } from '#kit/web/ui/count.tsx'
import { VisuallyHidden } from '#kit/web/ui/visually-hidden.tsx'
import type { ToDo } from '../contract.ts'
import { toDoQuery } from './queries.ts'
import { dashboardText } from './text.ts'
import { allToDo, toDoKinds } from './to-do.ts'

/** The menu's count of what waits for the practice, equal to the dashboard's first card. */
export function ToDoCount() {
  const { data } = useQuery({ ...toDoQuery, throwOnError: false })
  return data && allToDo(data) > 0 ? <Counted waiting={data} /> : null
}

function Counted({ waiting }: { waiting: ToDo }) {
  const { toDo, number } = useText(dashboardText)
  const total = allToDo(waiting)
  const kinds = toDoKinds.filter(kind => waiting[kind] > 0).map(kind => toDo.kinds[kind](waiting[kind]))
  const words = toDo.ofWhich(toDo.waiting(total), kinds.join(', '))
  return (
    <span className="unread-count" title={words}>
      <span aria-hidden="true">
        <Count>{number(total)}</Count>
      </span>
      <VisuallyHidden>{words}</VisuallyHidden>
    </span>
  )
}

/** Beside each quick view; both together equal the menu's count. */
export function QuickCount({ of }: { of: 'cases' | 'drafts' }) {
  const { data = 0 } = useQuery({ ...toDoQuery, throwOnError: false, select: toDo => toDo[of] })
  return data > 0 && <span className="count">{data}</span>
}
