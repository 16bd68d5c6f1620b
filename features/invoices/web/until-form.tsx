import { type FormEvent, useState } from 'react'
import type { Day } from '#kit/day.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { typedDay, writtenDay } from '#kit/web/typed-day.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { DateField } from '#kit/web/ui/date-field.tsx'
import { datesText } from '#kit/web/ui/dates-text.ts'
import { closePopover } from '#kit/web/ui/popover.tsx'
import { billingText } from './staff-text.ts'

type UntilFormProps = { until: Day | undefined; onChoose: (until: Day | undefined) => void }

/** Limits the cases to those delivered by a day, today at the latest, or lifts the limit. */
export function UntilForm({ until, onChoose }: UntilFormProps) {
  const t = useText(billingText).billing
  const days = useText(datesText)
  const today = useFormat().today()
  const [typed, setTyped] = useState(until ? writtenDay(until) : '')
  const [isWrong, setWrong] = useState(false)

  function apply(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const day = typedDay(typed, today, true)
    const isDay = day !== undefined || !typed.trim()
    setWrong(!isDay)
    if (!isDay) {
      form.querySelector<HTMLElement>('[name="until"]')?.focus()
      return
    }
    closePopover(form)
    onChoose(day)
  }
  return (
    <form className="stack stack--sm" onSubmit={apply}>
      <DateField
        label={t.until}
        hint={days.format}
        name="until"
        value={typed}
        onChange={setTyped}
        today={today}
        hasBeen
        max={today}
        pickLabel={days.pick}
        error={isWrong && days.notADay}
      />
      <div className="row">
        <Button type="submit" variant="primary">
          {t.apply}
        </Button>
      </div>
    </form>
  )
}
