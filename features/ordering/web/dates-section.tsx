import type { ReactNode } from 'react'
import type { DeliveryCalendar } from '#features/catalogue/contract.ts'
import { PracticeDays } from '#features/catalogue/web/practice-days.tsx'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { typedDay } from '#kit/web/typed-day.ts'
import { typedTime } from '#kit/web/typed-time.ts'
import { Card } from '#kit/web/ui/card.tsx'
import { DateField } from '#kit/web/ui/date-field.tsx'
import type { DatePanelProps } from '#kit/web/ui/day-mark.ts'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import type { DeliveryPromise } from '../contract.ts'
import type { Entry } from './entry.ts'
import { spotId } from './faults.ts'
import { closedWords } from './promise-words.ts'
import type { SectionProps } from './sections.ts'
import { orderingText } from './text.ts'

type DatesProps = SectionProps<Pick<Entry, 'appointmentDay' | 'appointmentTime' | 'wishedDate'>> & {
  calendar: Pick<DeliveryCalendar, 'openingDays'>
  promise: DeliveryPromise | null
  children: ReactNode
}

export function DatesSection({ entry, change, faultAt, calendar, promise, children }: DatesProps) {
  const t = useText(orderingText)
  const format = useFormat()
  const today = format.today()
  const closed = closedWords(typedDay(entry.appointmentDay, today), calendar, t.dates, format)
  const time = typedTime(entry.appointmentTime)
  const days = (of: 'appointment' | 'delivery') => (panel: DatePanelProps) => (
    <PracticeDays {...panel} of={of} promised={promise?.deliveryDate} earliest={promise?.earliest} />
  )
  return (
    <Card title={t.dates.title}>
      <div className="stack">
        <div className="new-case__dates">
          <DateField
            id={spotId('appointmentDay')}
            label={t.dates.appointment}
            mark={t.optional}
            hint={t.dates.dayAndTime}
            name="appointmentDay"
            value={entry.appointmentDay}
            error={faultAt('appointmentDay')}
            onChange={appointmentDay => change({ appointmentDay })}
            onTime={appointmentTime => change({ appointmentTime })}
            today={today}
            min={today}
            pickLabel={t.dates.pickAppointment}
            panel={days('appointment')}
          />
          <TextInput
            id={spotId('appointmentTime')}
            label={t.dates.appointmentTime}
            mark={!entry.appointmentDay.trim() && t.optional}
            hint={t.dates.timeHint}
            name="appointmentTime"
            inputMode="numeric"
            autoComplete="off"
            maxLength={7}
            value={entry.appointmentTime}
            error={faultAt('appointmentTime')}
            onChange={event => change({ appointmentTime: event.currentTarget.value })}
            onBlur={() => time && change({ appointmentTime: time })}
          />
          <DateField
            id={spotId('wishedDate')}
            label={t.dates.wished}
            mark={t.optional}
            hint={t.dates.format}
            name="wishedDate"
            value={entry.wishedDate}
            error={faultAt('wishedDate')}
            onChange={wishedDate => change({ wishedDate })}
            today={today}
            min={today}
            pickLabel={t.dates.pickWished}
            panel={days('delivery')}
          />
        </div>
        <div role="status">{closed && <p className="tone--warn">{closed}</p>}</div>
        {children}
      </div>
    </Card>
  )
}
