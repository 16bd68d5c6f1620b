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
  const { period: name, from: first, to: last, since, until, apply, anyDate, orderWrong } = words
  const active =
    from && to ? format.days(from, to) : from ? since(format.day(from, 'date')) : to && until(format.day(to, 'date'))
  return (
    <FilterMenu label={name} icon="calendar" active={active}>
      <PeriodForm
        key={`${from} ${to}`}
        words={{ period: name, from: first, to: last, apply, anyDate, orderWrong }}
        period={period}
        onChoose={onChoose}
        hasBeen
      />
    </FilterMenu>
  )
}
