import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { later } from '#kit/web/later.tsx'
import { useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { ButtonLink } from '#kit/web/ui/button-link.tsx'
import { Filters } from '#kit/web/ui/filters.tsx'
import { Menu } from '#kit/web/ui/menu.tsx'
import { PageHead } from '#kit/web/ui/page-head.tsx'
import { ResultCount } from '#kit/web/ui/result-count.tsx'
import { TabLink, Tabs } from '#kit/web/ui/tabs.tsx'
import { Toolbar } from '#kit/web/ui/toolbar.tsx'
import { CaseTab } from '../contract.ts'
import './case-list.css'
import { CaseCounts } from './case-counts.tsx'
import { CaseResults } from './case-results.tsx'
import { CaseSearch } from './case-search.tsx'
import { DateFilter } from './date-filter.tsx'
import { DropOrder } from './drop-order.tsx'
import { filtersIn, inTab, isFiltered, withoutFilters } from './list-views.ts'
import { caseList } from './queries.ts'
import { QuickViews } from './quick-views.tsx'
import { caseQueryOf } from './search.ts'
import { SortMenu } from './sort-menu.tsx'
import { StatusFilter } from './status-filter.tsx'
import { casesText } from './text.ts'
import { ViewsMenu } from './views-menu.tsx'

const CaseChips = later(() => import('./case-chips.tsx').then(module => module.CaseChips), { when: 'drawn' })
const ListMore = later(() => import('./list-more.tsx').then(module => module.ListMore))

const route = getRouteApi('/portal/cases')

/** Keeps the width of two digits while the number is loading. */
const twoDigits = '\u2007\u2007'

export function CaseListScreen() {
  const t = useText(casesText)
  useTitle(t.list.title)
  const search = route.useSearch()
  const query = caseQueryOf(search)
  // Keeps the old rows until the new ones have loaded.
  const list = useQuery({ ...caseList(query), placeholderData: keepPreviousData })
  const counts = list.data?.counts
  const isCurrent = list.data && !list.isPlaceholderData
  return (
    <>
      <PageHead
        title={t.list.title}
        description={(counts || !list.error) && <CaseCounts counts={counts} />}
        actions={<DropOrder />}
      />
      <Tabs label={t.list.views}>
        {CaseTab.options.map(tab => (
          <TabLink
            key={tab}
            to="/cases"
            search={inTab(search, tab)}
            resetScroll={false}
            selected={tab === query.tab}
            count={tab === 'in_progress' ? (counts ? t.number(counts.inProgress) : twoDigits) : undefined}
          >
            {t.list.tabs[tab]}
          </TabLink>
        ))}
      </Tabs>
      <Toolbar label={t.list.toolbar}>
        <CaseSearch />
        <Filters label={t.list.filter} done={t.list.showList} count={filtersIn(search)}>
          <DateFilter date="appointment" icon="calendar" />
          <DateFilter date="delivery" icon="truck" />
          <StatusFilter />
          <QuickViews search={search} />
        </Filters>
        <ViewsMenu search={search} />
        {isFiltered(search) && (
          <>
            <CaseChips search={search} />
            <ButtonLink to="/cases" search={withoutFilters(search)} resetScroll={false} variant="bare">
              {t.list.clear}
            </ButtonLink>
          </>
        )}
        <div className="case-list__sort">
          <SortMenu />
          <Menu label={t.list.more} icon="dots" iconOnly align="end">
            <ListMore search={search} />
          </Menu>
        </div>
      </Toolbar>
      <ResultCount hidden>{isCurrent && t.list.found(list.data.page.total)}</ResultCount>
      <CaseResults list={list} />
    </>
  )
}
