import { useQuery } from '@tanstack/react-query'
import { useText } from '#kit/web/text.tsx'
import { Count } from '#kit/web/ui/count.tsx'
import { VisuallyHidden } from '#kit/web/ui/visually-hidden.tsx'
import { unreadQuery } from './queries.ts'
import { noticesText } from './text.ts'
import './unread-mark.css'

/** Marks a case with news that the reader has not seen; a list calls this once for all its rows. */
export function useUnreadMark() {
  const { data: unread } = useQuery(unreadQuery)
  return (id: string) => unread?.data.some(one => one.id === id) && <Mark />
}

function Mark() {
  const { mark } = useText(noticesText)
  return <span className="unread-mark">{mark}</span>
}

const mostCounted = 99

/** The number of unread cases, for the menu. */
export function UnreadCount() {
  const { data: total = 0 } = useQuery({ ...unreadQuery, select: ({ total }) => total })
  return total > 0 ? <Counted total={total} /> : null
}

function Counted({ total }: { total: number }) {
  const { unread, many } = useText(noticesText)
  return (
    <span className="unread-count">
      <span aria-hidden="true">
        <Count>{total > mostCounted ? many(mostCounted) : total}</Count>
      </span>
      <VisuallyHidden>{unread(total)}</VisuallyHidden>
    </span>
  )
}
