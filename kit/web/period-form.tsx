import type { FormEvent, ReactNode } from 'react'
import { Button } from './ui/button.tsx'
import type { DatePanelProps } from './ui/day-mark.ts'
import { Fieldset } from './ui/fieldset.tsx'
import { type Period, PeriodFields, usePeriodFields } from './ui/period-fields.tsx'
import { closePopover } from './ui/popover.tsx'

export type PeriodFormProps = {
  words: { period: string; from: string; to: string; apply: string; anyDate: string; orderWrong: string }
  period: Period
  onChoose: (period: { from: Period['from']; to: Period['to'] }) => void
  /** Only past days can be chosen. */
  hasBeen?: boolean | undefined
  panel?: ((props: DatePanelProps) => ReactNode) | undefined
  /** Buttons for common periods; `choose` takes the pressed element. */
  usual?: ((choose: (period: Period, pressed: Element) => void) => ReactNode) | undefined
}

/** A filter by days: typed, picked, or a common period. */
export function PeriodForm({ words, period, onChoose, hasBeen, panel, usual }: PeriodFormProps) {
  const { read, fields } = usePeriodFields(period, words, hasBeen)
  function choose({ from, to }: Period, inside: Element) {
    closePopover(inside)
    onChoose({ from, to })
  }
  function apply(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const chosen = read(event.currentTarget)
    if (chosen) choose(chosen, event.currentTarget)
  }
  return (
    <form className="period stack stack--sm" onSubmit={apply}>
      <Fieldset legend={words.period} legendHidden>
        <PeriodFields fields={fields} panel={panel} />
      </Fieldset>
      {usual && <div className="row">{usual(choose)}</div>}
      <div className="row">
        <Button type="submit" variant="primary">
          {words.apply}
        </Button>
        {(period.from || period.to) && (
          <Button variant="bare" onClick={event => choose({}, event.currentTarget)}>
            {words.anyDate}
          </Button>
        )}
      </div>
    </form>
  )
}
