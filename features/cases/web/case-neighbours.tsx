import { useQuery } from '@tanstack/react-query'
import { useText } from '#kit/web/text.tsx'
import { ButtonLink } from '#kit/web/ui/button-link.tsx'
import { caseText } from './case-text.ts'
import './case-neighbours.css'
import { caseList } from './queries.ts'
import { type CaseListSearch, caseQueryOf } from './search.ts'

/** Links to the previous and next case of the list the reader came from, across its pages. */
export function CaseNeighbours({ id, list }: { id: string; list: CaseListSearch }) {
  const { neighbours: words } = useText(caseText)
  const query = caseQueryOf(list)
  const { data } = useQuery({ ...caseList(query), throwOnError: false })
  const place = data?.data.findIndex(row => row.id === id) ?? -1
  const isFirst = place === 0 && query.page > 1
  const isLast = data !== undefined && place === data.data.length - 1 && query.page * data.page.size < data.page.total
  const before = useQuery({
    ...caseList({ ...query, page: Math.max(1, query.page - 1) }),
    throwOnError: false,
    enabled: isFirst,
  })
  const after = useQuery({ ...caseList({ ...query, page: query.page + 1 }), throwOnError: false, enabled: isLast })
  if (!data || place < 0) return null
  const previous = isFirst ? before.data?.data.at(-1) : data.data[place - 1]
  const next = isLast ? after.data?.data[0] : data.data[place + 1]
  // Keeps its space, so that nothing below moves.
  if (!previous && !next) return <div className="case__neighbours" />
  const from = (page: number): CaseListSearch => ({ ...list, page: page > 1 ? page : undefined })
  return (
    <nav className="row case__neighbours" aria-label={words.label}>
      {previous && (
        <ButtonLink
          to="/cases/$id"
          params={{ id: previous.id }}
          state={{ list: from(isFirst ? query.page - 1 : query.page) }}
          icon="chevron-left"
          size="sm"
        >
          <span>{words.previous(previous.code)}</span>
        </ButtonLink>
      )}
      {next && (
        <ButtonLink
          to="/cases/$id"
          params={{ id: next.id }}
          state={{ list: from(isLast ? query.page + 1 : query.page) }}
          icon="chevron-right"
          size="sm"
        >
          <span>{words.next(next.code)}</span>
        </ButtonLink>
      )}
    </nav>
  )
}
