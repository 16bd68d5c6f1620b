import { useQuery } from '@tanstack/react-query'
import { toDoQuery } from './queries.ts'

/** Of the reader, as the menu has counted it. */
export function DraftCount() {
  const { data = 0 } = useQuery({ ...toDoQuery, throwOnError: false, select: ({ drafts }) => drafts })
  return data > 0 && <span className="count">{data}</span>
}
