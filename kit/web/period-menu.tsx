import type { ReactNode } from 'react'
import { useFormat } from './format.tsx'
import { later } from './later.tsx'
import type { PeriodFormProps } from './period-form.tsx'
import { loadText } from './text.tsx'
import { datesText } from './ui/dates-text.ts'
import { FilterMenu } from './ui/filter-menu.tsx'

const PeriodForm = later<PeriodFormProps>(() =>
  Promise.all([import('./period-form.tsx'), loadText(datesText)]).then(([{ PeriodForm }]) => PeriodForm),
)

type PeriodMenuProps = Pick<PeriodFormProps, 'period' | 'onChoose'> & {
  words: PeriodFormProps['words'] & { since: (day: string) => string; until: (day: string) => string }
}

/** Days from and to, both included and none after today; either may be left open. */
export function PeriodMenu({ words, period, onChoose }: PeriodMenuProps): ReactNode {
  const format = useFormat()
  const { from, to } = period
  const active =
    from && to
      ? format.days(from, to)
      : from
        ? words.since(format.day(from, 'date'))
        : to && words.until(format.day(to, 'date'))
  return (
    <FilterMenu label={words.period} icon="calendar" active={active}>
      <PeriodForm key={`${from} ${to}`} words={words} period={period} onChoose={onChoose} hasBeen />
    </FilterMenu>
  )
}
