import type { ReactNode } from 'react'
import type { DeliveryCalendar } from '#features/catalogue/contract.ts'
import { PracticeDays } from '#features/catalogue/web/practice-days.tsx'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { typedDay } from '#kit/web/typed-day.ts'
import { Card } from '#kit/web/ui/card.tsx'
import type { DatePanelProps } from '#kit/web/ui/day-mark.ts'
import type { DeliveryPromise } from '../contract.ts'
import { DateFields } from './date-fields.tsx'
import type { Entry } from './entry.ts'
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
  const days = (of: 'appointment' | 'delivery') => (panel: DatePanelProps) => (
    <PracticeDays {...panel} of={of} promised={promise?.deliveryDate} earliest={promise?.earliest} />
  )
  return (
    <Card title={t.dates.title}>
      <div className="stack">
        <DateFields
          {...{ entry, change, faultAt }}
          panels={{ appointment: days('appointment'), delivery: days('delivery') }}
        />
        <div role="status">{closed && <p className="tone--warn">{closed}</p>}</div>
        {children}
      </div>
    </Card>
  )
}
