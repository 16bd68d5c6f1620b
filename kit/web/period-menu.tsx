import { type FormEvent, type ReactNode, useState } from 'react'
import type { Day } from '#kit/day.ts'
import { useFormat } from './format.tsx'
import { Button } from './ui/button.tsx'
import { DateInput } from './ui/date-input.tsx'
import { Fieldset } from './ui/fieldset.tsx'
import { FilterMenu } from './ui/filter-menu.tsx'
import { closePopover } from './ui/popover.tsx'

export type Period = { from: Day | undefined; to: Day | undefined }

type PeriodMenuProps = {
  words: {
    period: string
    from: string
    to: string
    since: (day: string) => string
    until: (day: string) => string
    apply: string
    anyDate: string
    orderWrong: string
  }
  period: Period
  onChoose: (period: Period) => void
}

/** Days from and to, both included; either may be left open. */
export function PeriodMenu({ words, period: { from, to }, onChoose }: PeriodMenuProps): ReactNode {
  const format = useFormat()
  const [isWrong, setWrong] = useState(false)
  const active =
    from && to
      ? format.days(from, to)
      : from
        ? words.since(format.day(from, 'date'))
        : to && words.until(format.day(to, 'date'))
  function apply(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const day = (name: string) => String(new FormData(form).get(name) ?? '') || undefined
    const [first, last] = [day('from'), day('to')]
    const isTurned = first !== undefined && last !== undefined && first > last
    setWrong(isTurned)
    if (isTurned) {
      form.querySelector<HTMLElement>('[name="to"]')?.focus()
      return
    }
    closePopover(form)
    onChoose({ from: first, to: last })
  }
  return (
    <FilterMenu label={words.period} icon="calendar" active={active}>
      <form key={`${from} ${to}`} className="stack stack--sm" onSubmit={apply}>
        <Fieldset legend={words.period} legendHidden>
          <DateInput label={words.from} name="from" defaultValue={from} />
          <DateInput label={words.to} name="to" defaultValue={to} error={isWrong && words.orderWrong} />
        </Fieldset>
        <div className="row">
          <Button type="submit" variant="primary">
            {words.apply}
          </Button>
          {(from || to) && (
            <Button
              variant="bare"
              onClick={event => {
                closePopover(event.currentTarget)
                onChoose({ from: undefined, to: undefined })
              }}
            >
              {words.anyDate}
            </Button>
          )}
        </div>
      </form>
    </FilterMenu>
  )
}
