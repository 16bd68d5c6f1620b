import { type FormEvent, useState } from 'react'
import { addDays } from '#kit/day.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { DateInput } from '#kit/web/ui/date-input.tsx'
import { Fieldset } from '#kit/web/ui/fieldset.tsx'
import { closePopover } from '#kit/web/ui/popover.tsx'
import type { Period } from './list-views.ts'
import './period-form.css'
import { casesText } from './text.ts'

type PeriodFormProps = { legend: string; period: Period; onChoose: (period: Period) => void }

export function PeriodForm({ legend, period, onChoose }: PeriodFormProps) {
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
