import { getRouteApi } from '@tanstack/react-router'
import { sortOrders } from '#kit/web/search-params.ts'
import { useText } from '#kit/web/text.tsx'
import { MenuLink, MenuSection } from '#kit/web/ui/menu.tsx'
import { CaseSort } from '../contract.ts'
import { presentSort, sortedBy } from './list-views.ts'
import { casesText } from './text.ts'

const route = getRouteApi('/portal/cases')

export function SortChoice() {
  const { list } = useText(casesText)
  const search = route.useSearch()
  const { by, order } = presentSort(search)
  return (
    <>
      <MenuSection label={list.sortBy}>
        {CaseSort.options.map(key => (
          <MenuLink
            key={key}
            to="/cases"
            search={sortedBy(search, key, order)}
            resetScroll={false}
            checked={key === by}
          >
            {list.sorts[key]}
          </MenuLink>
        ))}
      </MenuSection>
      <MenuSection label={list.sortOrder}>
        {sortOrders.map(one => (
          <MenuLink
            key={one}
            to="/cases"
            search={sortedBy(search, by, one)}
            resetScroll={false}
            checked={one === order}
          >
            {one === 'ASC' ? list.ascending : list.descending}
          </MenuLink>
        ))}
      </MenuSection>
    </>
  )
}
