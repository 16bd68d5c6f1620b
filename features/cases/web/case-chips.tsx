import { later } from '#kit/web/later.tsx'
import { useText } from '#kit/web/text.tsx'
import { ButtonLink } from '#kit/web/ui/button-link.tsx'
import { Chips } from '#kit/web/ui/filters.tsx'
import './case-chips.css'
import { usePeriodWords } from './date-filter.tsx'
import { changed, inPeriod, periodOf } from './list-views.ts'
import type { CaseListSearch } from './search.ts'
import { casesText } from './text.ts'

const FamilyChip = later(() => import('./list-more.tsx').then(module => module.FamilyChip), { when: 'drawn' })

const Elsewhere = later(() => import('./no-cases.tsx').then(module => module.Elsewhere), { when: 'drawn' })

/** Each active filter, with a button that removes it. */
export function CaseChips({ search }: { search: CaseListSearch }) {
  const t = useText(casesText)
  const words = usePeriodWords()
  const statuses = search.statuses ?? []
  const without = (status: (typeof statuses)[number]) => {
    const left = statuses.filter(one => one !== status)
    return { statuses: left.length > 0 ? left : undefined }
  }
  const dates = (['appointment', 'delivery'] as const).flatMap(date => {
    const said = words(periodOf(search, date))
    const none = inPeriod(date, { from: undefined, to: undefined })
    return said ? [{ name: `${t.list[date]} ${said}`, off: none }] : []
  })
  const chips: { name: string; off: CaseListSearch }[] = [
    ...statuses.map(status => ({ name: t.status[status], off: without(status) })),
    ...dates,
    ...(search.delivery ? [{ name: t.list.delayedOnly, off: { delivery: undefined } }] : []),
    ...(search.waiting === 'any' ? [{ name: t.list.toAnswer, off: { waiting: undefined } }] : []),
  ]
  const others: typeof chips = [
    ...(search.waiting && search.waiting !== 'any'
      ? [{ name: t.list.waitingOnly[search.waiting], off: { waiting: undefined } }]
      : []),
    ...(search.prescriber ? [{ name: search.prescriber, off: { prescriber: undefined } }] : []),
    ...(search.hold ? [{ name: t.list.unansweredOnly, off: { hold: undefined } }] : []),
  ]
  const linkOf = ({ name, off }: (typeof chips)[number]) => (
    <ButtonLink key={name} to="/cases" search={changed(search, off)} resetScroll={false} icon="close">
      {name}
    </ButtonLink>
  )
  return (
    <>
      {chips.length > 0 && <Chips>{chips.map(linkOf)}</Chips>}
      {others.map(linkOf)}
      {search.family && <FamilyChip search={search} />}
      {search.search && <Elsewhere search={search} />}
    </>
  )
}
