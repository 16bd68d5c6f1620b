import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { Reply } from '#kit/contract.ts'
import { later } from '#kit/web/later.tsx'
import { OutdatedNotice } from '#kit/web/outdated-notice.tsx'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { matchesWords } from '#kit/web/search-words.ts'
import { useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { ButtonLink } from '#kit/web/ui/button-link.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { EmptyState } from '#kit/web/ui/empty-state.tsx'
import { PageHead } from '#kit/web/ui/page-head.tsx'
import { PageLink, Pagination } from '#kit/web/ui/pagination.tsx'
import { ResultCount } from '#kit/web/ui/result-count.tsx'
import { Table } from '#kit/web/ui/table.tsx'
import { TabLink, Tabs } from '#kit/web/ui/tabs.tsx'
import { useDelayed } from '#kit/web/ui/use-delayed.ts'
import './case-list.css'
import './staff-case-list.css'
import { caseTabs } from '../address.ts'
import { mostCounted } from '../rules.ts'
import type { staffCaseCalls } from '../staff-contract.ts'
import { isSearchLimited } from '../staff-rules.ts'
import { useStaffCaseColumns } from './staff-case-columns.tsx'
import { StaffCaseFilters } from './staff-case-filters.tsx'
import { StaffManyBar } from './staff-many-bar.tsx'
import { staffCaseFilters, staffCaseList } from './staff-queries.ts'
import { changed, inTab, isFiltered, type StaffListSearch, staffQueryOf, withoutFilters } from './staff-search.ts'
import { staffCasesText } from './staff-text.ts'

const PracticesCalled = later(
  () => import('./staff-practices-called.tsx').then(module => module.StaffPracticesCalled),
  {
    when: 'drawn',
  },
)

const route = getRouteApi('/console/staff/cases')

export function StaffCaseListScreen() {
  const { list: t } = useText(staffCasesText)
  useTitle(t.title)
  const search: StaffListSearch = route.useSearch()
  const query = staffQueryOf(search)
  // Keeps the old rows until the new ones have loaded.
  const list = useQuery({ ...staffCaseList(query), placeholderData: keepPreviousData })
  const isRefreshing = useDelayed(list.isFetching)
  const { data: known, error } = list
  // Only rows of this page count, so that nobody moves cases they do not see.
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const chosen = known?.data.filter(({ id }) => ids.has(id)) ?? []
  const onChoose = (id: string, isChosen: boolean) => {
    const next = new Set(chosen.map(one => one.id))
    if (isChosen) next.add(id)
    else next.delete(id)
    setIds(next)
  }
  const isForWords = search.search !== undefined && search.practiceId === undefined
  const columns = useStaffCaseColumns(search, { chosen: ids, onChoose })
  return (
    <>
      <PageHead
        title={t.title}
        description={t.description}
        actions={
          <ButtonLink to="/staff/cases/new" search={{ practiceId: search.practiceId }} icon="plus">
            {t.enter}
          </ButtonLink>
        }
      />
      <Tabs label={t.views}>
        {caseTabs.map(tab => (
          <TabLink
            key={tab}
            to="/staff/cases"
            search={inTab(search, tab)}
            resetScroll={false}
            selected={tab === query.tab}
          >
            {t.tabs[tab]}
          </TabLink>
        ))}
      </Tabs>
      <StaffCaseFilters search={search} />
      {/* The practices load later than the cases: their space is reserved. */}
      <div className={isForWords ? 'row case-list__answer' : 'case-list__unasked'}>
        <ResultCount hidden={!isForWords}>{known && !list.isPlaceholderData && t.found(known.page.total)}</ResultCount>
        {isForWords && known?.data.length !== 0 && <PracticesCalled search={search} words={search.search ?? ''} />}
      </div>
      {isSearchLimited(query) && <p className="muted small">{t.reach}</p>}
      {error && known && <OutdatedNotice words={t.outdated} error={error} onRetry={() => void list.refetch()} />}
      <Card flush footer={known && known.data.length > 0 && <Pages known={known} search={search} />}>
        {error && !known ? (
          <QueryFailure title={t.failed} query={list} />
        ) : known?.data.length === 0 ? (
          <NoCases search={search} total={known.page.total} />
        ) : (
          <Table
            caption={t.tabs[query.tab]}
            columns={columns}
            rows={known?.data}
            rowKey={({ id }) => id}
            busy={isRefreshing}
          />
        )}
      </Card>
      <StaffManyBar chosen={chosen} onDone={() => setIds(new Set())} />
    </>
  )
}

type ListReply = Reply<typeof staffCaseCalls.list>

function Pages({ known: { page, data }, search }: { known: ListReply; search: StaffListSearch }) {
  const { list: t } = useText(staffCasesText)
  const { number, size, total } = page
  const before = (number - 1) * size
  return (
    <Pagination
      label={t.pages}
      summary={t.range(before + 1, before + data.length, total, total === mostCounted)}
      page={number}
      pageCount={Math.ceil(total / size)}
      previousLabel={t.previous}
      nextLabel={t.next}
      pageLabel={t.page}
      renderLink={(page, props) => (
        <PageLink to="/staff/cases" search={{ ...search, page: page > 1 ? page : undefined }} {...props} />
      )}
    />
  )
}

function NoCases({ search, total }: { search: StaffListSearch; total: number }) {
  const { list: t } = useText(staffCasesText)
  const words = search.practiceId === undefined ? search.search : undefined
  const { data: known } = useQuery({ ...staffCaseFilters, enabled: words !== undefined })
  if (total > 0)
    return (
      <EmptyState
        icon="case"
        title={t.pastTheEnd.title}
        action={
          <ButtonLink to="/staff/cases" search={changed(search, {})}>
            {t.pastTheEnd.action}
          </ButtonLink>
        }
      />
    )
  if (!isFiltered(search)) return <EmptyState icon="case" {...t.nothing} />
  // A typed practice name needs no advice on spelling: its cases are offered.
  if (words !== undefined && known?.practices.some(({ name }) => matchesWords(name, words)))
    return (
      <EmptyState
        icon="search"
        title={t.noMatch.title}
        description={t.noMatch.practice}
        action={<PracticesCalled search={search} words={words} />}
      />
    )
  return (
    <EmptyState
      icon="search"
      title={t.noMatch.title}
      // Advice on spelling makes sense only for typed words.
      description={search.search && t.noMatch.description}
      action={
        <ButtonLink to="/staff/cases" search={withoutFilters(search)} variant="primary">
          {t.clear}
        </ButtonLink>
      }
    />
  )
}
