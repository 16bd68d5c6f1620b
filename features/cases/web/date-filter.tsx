import { getRouteApi } from '@tanstack/react-router'
import { useFormat } from '#kit/web/format.tsx'
import { later } from '#kit/web/later.tsx'
import { loadText, useText } from '#kit/web/text.tsx'
import { datesText } from '#kit/web/ui/dates-text.ts'
import { FilterMenu } from '#kit/web/ui/filter-menu.tsx'
import type { IconName } from '#kit/web/ui/icon.tsx'
import { inPeriod, type Period, periodOf } from './list-views.ts'
import { casesText } from './text.ts'
import { useFilter } from './use-filter.ts'

const route = getRouteApi('/portal/cases')
const PeriodForm = later(() =>
  Promise.all([import('./period-form.tsx'), loadText(datesText)]).then(([{ PeriodForm }]) => PeriodForm),
)

type DateFilterProps = { date: 'appointment' | 'delivery'; icon: IconName }

export function DateFilter({ date, icon }: DateFilterProps) {
  const t = useText(casesText)
  const search = route.useSearch()
  const filter = useFilter()
  const words = usePeriodWords()
  const period = periodOf(search, date)
  return (
    <FilterMenu label={t.list[date]} icon={icon} active={words(period)}>
      <PeriodForm of={date} period={period} onChoose={chosen => filter(inPeriod(date, chosen))} />
    </FilterMenu>
  )
}

export function usePeriodWords() {
  const t = useText(casesText)
  const format = useFormat()
  return ({ from, to }: Period) => {
    if (from && to) return format.days(from, to)
    if (from) return t.list.since(format.day(from, 'date'))
    return to && t.list.until(format.day(to, 'date'))
  }
}
