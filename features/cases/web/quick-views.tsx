import { useMay } from '#features/auth/web/use-user.ts'
import { addDays, weekday } from '#kit/day.ts'
import { useFormat } from '#kit/web/format.tsx'
import { later } from '#kit/web/later.tsx'
import { useText } from '#kit/web/text.tsx'
import { ButtonLink } from '#kit/web/ui/button-link.tsx'
import { changed } from './list-views.ts'
import type { CaseListSearch } from './search.ts'
import { casesText } from './text.ts'

const DraftCount = later(() => import('#features/dashboard/web/to-do-count.tsx').then(module => module.DraftCount))

/** What is asked for most, in one press; pressed again, the list is as before. */
export function QuickViews({ search }: { search: CaseListSearch }) {
  const { list } = useText(casesText)
  const today = useFormat().today()
  const monday = addDays(today, 1 - weekday(today))
  const week = { deliveryDateFrom: monday, deliveryDateTo: addDays(monday, 6) }
  const isWeek = search.deliveryDateFrom === week.deliveryDateFrom && search.deliveryDateTo === week.deliveryDateTo
  const views = [
    {
      name: list.toAnswer,
      on: { waiting: 'any', tab: 'all' },
      off: { waiting: undefined },
      isOn: search.waiting === 'any',
    },
    { name: list.delayedOnly, on: { delivery: 'delayed' }, off: { delivery: undefined }, isOn: !!search.delivery },
    { name: list.thisWeek, on: week, off: { deliveryDateFrom: undefined, deliveryDateTo: undefined }, isOn: isWeek },
  ] satisfies { name: string; on: CaseListSearch; off: CaseListSearch; isOn: boolean }[]
  const isOrdering = useMay('order')
  const chosen = views.map(({ name, on, off, isOn }) => (
    <ButtonLink
      key={name}
      to="/cases"
      search={changed(search, isOn ? off : on)}
      resetScroll={false}
      icon={isOn ? 'close' : undefined}
      current={isOn}
    >
      {name}
    </ButtonLink>
  ))
  return (
    <>
      {chosen}
      {isOrdering && (
        <ButtonLink to="/cases/drafts" className="case-list__drafts">
          {list.drafts}
          <DraftCount />
        </ButtonLink>
      )}
    </>
  )
}
