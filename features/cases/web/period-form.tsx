import { PracticeDays } from '#features/catalogue/web/practice-days.tsx'
import { addDays } from '#kit/day.ts'
import { useFormat } from '#kit/web/format.tsx'
import { PeriodForm as FormOfPeriod } from '#kit/web/period-form.tsx'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import type { Period } from './list-views.ts'
import { casesText } from './text.ts'

type PeriodFormProps = { of: 'appointment' | 'delivery'; period: Period; onChoose: (period: Period) => void }

/** With the practice's own calendar, which marks closed days, holidays and absences. */
export function PeriodForm({ of, period, onChoose }: PeriodFormProps) {
  const { list } = useText(casesText)
  const today = useFormat().today()
  return (
    <FormOfPeriod
      words={{ ...list, period: list[`${of}Period`] }}
      period={period}
      onChoose={onChoose}
      panel={panel => <PracticeDays of={of} {...panel} />}
      usual={choose => (
        <>
          <Button size="sm" onClick={event => choose({ from: today, to: today }, event.currentTarget)}>
            {list.today}
          </Button>
          <Button size="sm" onClick={event => choose({ from: today, to: addDays(today, 6) }, event.currentTarget)}>
            {list.nextSevenDays}
          </Button>
        </>
      )}
    />
  )
}
