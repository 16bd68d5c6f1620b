import { useMay } from '#features/auth/web/use-user.ts'
import { later } from '#kit/web/later.tsx'
import { useText } from '#kit/web/text.tsx'
import { ButtonLink } from '#kit/web/ui/button-link.tsx'
import { changed } from './list-views.ts'
import { quickSearches, quickViews } from './quick-searches.ts'
import type { CaseListSearch } from './search.ts'
import { casesText } from './text.ts'

const QuickCount = later(() => import('#features/dashboard/web/to-do-count.tsx').then(module => module.QuickCount))

/** The most frequent searches in one press; a second press restores the list. */
export function QuickViews({ search }: { search: CaseListSearch }) {
  const { list } = useText(casesText)
  const isOrdering = useMay('order')
  const chosen = quickViews.map(name => {
    const { tab, ...filter } = { tab: search.tab, ...quickSearches[name] }
    const isOn = Object.entries(filter).every(([key, said]) => search[key as keyof typeof filter] === said)
    const off = Object.fromEntries(Object.keys(filter).map(key => [key, undefined]))
    return (
      <ButtonLink
        key={name}
        to="/cases"
        search={changed(search, isOn ? off : { ...filter, tab })}
        resetScroll={false}
        icon={isOn ? 'close' : undefined}
        current={isOn}
        className={name === 'toAnswer' ? 'case-list__counted' : undefined}
      >
        {list[name]}
        {name === 'toAnswer' && <QuickCount of="cases" />}
      </ButtonLink>
    )
  })
  return (
    <>
      {chosen}
      {isOrdering && (
        <ButtonLink to="/cases/drafts" className="case-list__counted">
          {list.drafts}
          <QuickCount of="drafts" />
        </ButtonLink>
      )}
    </>
  )
}
