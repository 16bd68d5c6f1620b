import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { DraftRoom } from './draft-room.tsx'
import { draftWords } from './draft-words.ts'
import { draftsQuery } from './queries.ts'

const most = 3

type LinksProps = { count: number; empty: string; others: (count: number) => string }

/** The latest drafts, each with its patient and work in one line, and a link to the list of all. */
export function DraftLinks({ count, empty, others }: LinksProps) {
  const { data: drafts, isError } = useQuery(draftsQuery)
  if (!drafts) return isError ? null : <DraftRoom count={Math.min(most + 1, count)} />
  return (
    <ul className="to-do__drafts links">
      {drafts.slice(0, most).map(draft => (
        <li key={draft.id}>
          <Link to="/cases/new" search={{ draft: draft.id }}>
            <strong className="link">{draftWords({ ...draft, summary: '' }) || draft.summary || empty}</strong>
            {(draft.patientCode || draft.patient) && draft.summary && <span className="muted"> · {draft.summary}</span>}
          </Link>
        </li>
      ))}
      {drafts.length > most && (
        <li>
          <Link to="/cases/drafts" className="link">
            {others(drafts.length - most)}
          </Link>
        </li>
      )}
    </ul>
  )
}
