import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { DraftRoom } from './draft-room.tsx'
import { draftWords } from './draft-words.ts'
import { draftsQuery } from './queries.ts'

type LinksProps = { count: number; empty: string }

/** The latest drafts, each with its patient and work in one line; the list of all tells the others. */
export function DraftLinks({ count, empty }: LinksProps) {
  const drafts = useQuery(draftsQuery).data
  if (!drafts) return <DraftRoom count={count} />
  return (
    <ul className="to-do__drafts links">
      {drafts.slice(0, 3).map(draft => (
        <li key={draft.id}>
          <Link to="/cases/new" search={{ draft: draft.id }} className="link">
            {draftWords(draft) || empty}
          </Link>
        </li>
      ))}
    </ul>
  )
}
