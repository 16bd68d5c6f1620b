import { getRouteApi } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { addDays } from '#kit/day.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { DateInput } from '#kit/web/ui/date-input.tsx'
import { Fieldset } from '#kit/web/ui/fieldset.tsx'
import { FilterMenu } from '#kit/web/ui/filter-menu.tsx'
import type { IconName } from '#kit/web/ui/icon.tsx'
import { closePopover } from '#kit/web/ui/popover.tsx'
import './date-filter.css'
import { inPeriod, type Period, periodOf } from './list-views.ts'
import { casesText } from './text.ts'
import { useFilter } from './use-filter.ts'

const route = getRouteApi('/portal/cases')

type DateFilterProps = { date: 'appointment' | 'delivery'; icon: IconName }

export function DateFilter({ date, icon }: DateFilterProps) {
  const t = useText(casesText)
  const search = route.useSearch()
  const filter = useFilter()
  const words = usePeriodWords()
  const period = periodOf(search, date)
  return (
    <FilterMenu label={t.list[date]} icon={icon} active={words(period)}>
      <PeriodForm
        legend={t.list[`${date}Period`]}
        period={period}
        onChoose={chosen => filter(inPeriod(date, chosen))}
      />
    </FilterMenu>
  )
}

function usePeriodWords() {
  const t = useText(casesText)
  const format = useFormat()
  return ({ from, to }: Period) => {
    if (from && to) return format.days(from, to)
    if (from) return t.list.since(format.day(from, 'date'))
    return to && t.list.until(format.day(to, 'date'))
  }
}

type PeriodFormProps = { legend: string; period: Period; onChoose: (period: Period) => void }

function PeriodForm({ legend, period, onChoose }: PeriodFormProps) {
  const t = useText(casesText)
  const today = useFormat().today()
  const [isWrong, setWrong] = useState(false)

  function choose(period: Period, inside: Element) {
    closePopover(inside)
    onChoose(period)
  }
  function apply(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const day = (name: string) => String(new FormData(form).get(name) ?? '') || undefined
    const [from, to] = [day('from'), day('to')]
    if (from && to && from > to) {
      setWrong(true)
      form.querySelector<HTMLElement>('[name="to"]')?.focus()
    } else choose({ from, to }, form)
  }

  return (
    <form className="period" onSubmit={apply}>
      <Fieldset legend={legend} legendHidden>
        <div className="period__days">
          <DateInput label={t.list.from} name="from" defaultValue={period.from} />
          <DateInput label={t.list.to} name="to" defaultValue={period.to} error={isWrong && t.list.orderWrong} />
        </div>
      </Fieldset>
      <div className="row">
        <Button size="sm" onClick={event => choose({ from: today, to: today }, event.currentTarget)}>
          {t.list.today}
        </Button>
        <Button size="sm" onClick={event => choose({ from: today, to: addDays(today, 6) }, event.currentTarget)}>
          {t.list.nextSevenDays}
        </Button>
      </div>
      <div className="row">
        <Button type="submit" variant="primary">
          {t.list.apply}
        </Button>
        {(period.from || period.to) && (
          <Button variant="bare" onClick={event => choose({}, event.currentTarget)}>
            {t.list.anyDate}
          </Button>
        )}
      </div>
    </form>
  )
}
