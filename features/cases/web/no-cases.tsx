import { useQuery } from '@tanstack/react-query'
import type { FunctionComponent } from 'react'
import { useMay } from '#features/auth/web/use-user.ts'
import { PhoneHelp } from '#features/brand/web/phone.tsx'
import { later } from '#kit/web/later.tsx'
import { loadText, useText } from '#kit/web/text.tsx'
import { ButtonLink } from '#kit/web/ui/button-link.tsx'
import { EmptyState } from '#kit/web/ui/empty-state.tsx'
import { caseText } from './case-text.ts'
import { countIn, inTab, isFiltered, withoutFilters } from './list-views.ts'
import { caseList } from './queries.ts'
import { type CaseListSearch, caseQueryOf } from './search.ts'
import { statusCounts } from './status-counts.ts'
import { casesText } from './text.ts'

const withItsWords = <Props extends object>(part: FunctionComponent<Props>) =>
  later(() => loadText(caseText).then(() => part), { when: 'drawn' })

const NoMatch = withItsWords(NoMatchHere)
export const Elsewhere = withItsWords(MoreElsewhere)

type NoCasesProps = {
  search: CaseListSearch
  total: number
  counts: { history: number }
}

/** Why the list is empty, with links onwards. */
export function NoCases({ search, total, counts }: NoCasesProps) {
  const { list } = useText(casesText)
  const mayOrder = useMay('order')
  const { tab = 'in_progress' } = search
  if (total > 0) {
    return (
      <EmptyState
        icon="case"
        title={list.pastTheEnd}
        action={
          <ButtonLink to="/cases" search={{ ...search, page: undefined }}>
            {list.firstPage}
          </ButtonLink>
        }
      />
    )
  }
  if (isFiltered(search)) return <NoMatch search={search} />
  return (
    <EmptyState
      icon="case"
      title={list.nothingYet[tab].title}
      description={list.nothingYet[tab].description}
      action={
        <>
          {mayOrder && (
            <ButtonLink to="/cases/new" variant="primary" icon="plus">
              {list.order}
            </ButtonLink>
          )}
          {tab === 'in_progress' && counts.history > 0 ? (
            <ButtonLink to="/cases" search={inTab(search, 'history')}>
              {list.seeHistory}
            </ButtonLink>
          ) : (
            <p>
              <PhoneHelp />
            </p>
          )}
        </>
      }
    />
  )
}

const otherOf = { in_progress: 'history', history: 'in_progress', all: undefined } as const

/** The number of cases in the other tab that fit this search, with the address of the list there. */
function useElsewhere(search: CaseListSearch) {
  const other = otherOf[search.tab ?? 'in_progress']
  const there = inTab(search, other ?? 'all')
  // Counted for both tabs at once, whatever order and page: one request per search, without the cases themselves.
  const { data, isPending } = useQuery({ ...statusCounts(there), enabled: other !== undefined })
  return { other, there, count: data && other ? countIn(data, there) : 0, isKnown: !other || !isPending }
}

type SearchProps = { search: CaseListSearch }

/** Beside a search with results: what it would find in the other tab. */
function MoreElsewhere({ search }: SearchProps) {
  const { elsewhere } = useText(caseText)
  const { count, other, there } = useElsewhere(search)
  // With no result here, the list itself says so.
  const { data: here } = useQuery({ ...caseList(caseQueryOf(search)), throwOnError: false, enabled: false })
  if (!other || count === 0 || !here?.page.total) return null
  return (
    <ButtonLink to="/cases" search={there} className="case-list__elsewhere">
      {elsewhere.also[other](count)}
    </ButtonLink>
  )
}

/** Offers the tab that has matches before advice, and before clearing the search. */
function NoMatchHere({ search }: SearchProps) {
  const { list } = useText(casesText)
  const { elsewhere } = useText(caseText)
  const { count, other, there, isKnown } = useElsewhere(search)
  const isThere = other && count > 0
  return (
    <EmptyState
      icon="search"
      title={list.noMatch[search.tab ?? 'in_progress']}
      // Shows no button until the count is known, since another would take its place.
      description={isKnown && (isThere ? elsewhere.found[other](count) : search.search && list.noMatchAdvice)}
      action={
        isKnown && (
          <>
            {isThere && (
              <ButtonLink to="/cases" search={there} variant="primary">
                {elsewhere.see[other]}
              </ButtonLink>
            )}
            <ButtonLink to="/cases" search={withoutFilters(search)} variant={isThere ? undefined : 'primary'}>
              {list.clear}
            </ButtonLink>
          </>
        )
      }
    />
  )
}
