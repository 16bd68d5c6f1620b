import type { ReactNode } from 'react'
import type { DeliveryCalendar } from '#features/catalogue/contract.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { typedDay } from '#kit/web/typed-day.ts'
import { typedTime } from '#kit/web/typed-time.ts'
import { Card } from '#kit/web/ui/card.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { TypedDateInput } from '#kit/web/ui/typed-date-input.tsx'
import type { Entry } from './entry.ts'
import { spotId } from './faults.ts'
import { closedWords } from './promise-words.ts'
import type { SectionProps } from './sections.ts'
import { orderingText } from './text.ts'

type DatesProps = SectionProps<Pick<Entry, 'appointmentDay' | 'appointmentTime' | 'wishedDate'>> & {
  calendar: Pick<DeliveryCalendar, 'openingDays'>
  children: ReactNode
}

export function DatesSection({ entry, change, faultAt, calendar, children }: DatesProps) {
  const t = useText(orderingText)
  const format = useFormat()
  const today = format.today()
  const closed = closedWords(typedDay(entry.appointmentDay, today), calendar, t.dates, format)
  const time = typedTime(entry.appointmentTime)
  return (
    <Card title={t.dates.title}>
      <div className="stack">
        <div className="new-case__dates">
          <TypedDateInput
            id={spotId('appointmentDay')}
            label={t.dates.appointment}
            mark={t.optional}
            hint={t.dates.format}
            name="appointmentDay"
            value={entry.appointmentDay}
            error={faultAt('appointmentDay')}
            onChange={appointmentDay => change({ appointmentDay })}
            today={today}
            min={today}
            pickLabel={t.dates.pickAppointment}
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
          <TypedDateInput
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
          />
        </div>
        <div role="status">{closed && <p className="tone--warn">{closed}</p>}</div>
        {children}
      </div>
    </Card>
  )
}
