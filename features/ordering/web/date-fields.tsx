import type { ReactNode } from 'react'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { typedTime } from '#kit/web/typed-time.ts'
import { DateField } from '#kit/web/ui/date-field.tsx'
import type { DatePanelProps } from '#kit/web/ui/day-mark.ts'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import type { Entry } from './entry.ts'
import { spotId } from './faults.ts'
import type { SectionProps } from './sections.ts'
import { orderingText } from './text.ts'

type DateFieldsProps = SectionProps<Pick<Entry, 'appointmentDay' | 'appointmentTime' | 'wishedDate'>> & {
  /** Calendars that know the practice's days; plain ones by default. */
  panels?: Record<'appointment' | 'delivery', (panel: DatePanelProps) => ReactNode>
}

/** Shared by the practices' and the laboratory's form. */
export function DateFields({ entry, change, faultAt, panels }: DateFieldsProps) {
  const { dates: t, optional } = useText(orderingText)
  const today = useFormat().today()
  const time = typedTime(entry.appointmentTime)
  return (
    <div className="new-case__dates">
      <DateField
        id={spotId('appointmentDay')}
        label={t.appointment}
        mark={optional}
        hint={t.dayAndTime}
        name="appointmentDay"
        value={entry.appointmentDay}
        error={faultAt('appointmentDay')}
        onChange={appointmentDay => change({ appointmentDay })}
        onTime={appointmentTime => change({ appointmentTime })}
        today={today}
        min={today}
        pickLabel={t.pickAppointment}
        panel={panels?.appointment}
      />
      <TextInput
        id={spotId('appointmentTime')}
        label={t.appointmentTime}
        mark={!entry.appointmentDay.trim() && optional}
        hint={t.timeHint}
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
        label={t.wished}
        mark={optional}
        hint={t.format}
        name="wishedDate"
        value={entry.wishedDate}
        error={faultAt('wishedDate')}
        onChange={wishedDate => change({ wishedDate })}
        today={today}
        min={today}
        pickLabel={t.pickWished}
        panel={panels?.delivery}
      />
    </div>
  )
}
