import { useQuery } from '@tanstack/react-query'
import type { DeliveryCalendar } from '#features/catalogue/contract.ts'
import { dayThatWillDo, whyNoDelivery } from '#features/catalogue/no-delivery.ts'
import type { Day } from '#kit/day.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { ResultCount } from '#kit/web/ui/result-count.tsx'
import { caseLoad } from './staff-queries.ts'
import { staffIntakeLaterText } from './staff-text.ts'

type AgainstProps = { day: Day | undefined; onChoose: (day: Day) => void }

/** That nobody would take a delivery in on this day, and the next one on which somebody does. It is said, and forbids nothing. */
export function StaffDayAgainst({
  day,
  calendar,
  onChoose,
}: AgainstProps & { calendar: DeliveryCalendar | undefined }) {
  const { against: t } = useText(staffIntakeLaterText)
  const format = useFormat()
  const why = day && calendar && day >= format.today() ? whyNoDelivery(day, calendar) : undefined
  const words =
    why &&
    day &&
    (why.because === 'away' ? t.away(...endsOf(why, format)) : t[why.because](format.day(day, 'weekday'), why.name))
  const open = why && day && calendar && dayThatWillDo(day, calendar)
  return (
    <>
      <ResultCount hidden>{words}</ResultCount>
      {words && (
        <div className="row">
          <span className="tone--warn">{words}</span>
          {open && (
            <Button size="sm" icon="calendar" onClick={() => onChoose(open)}>
              {t.instead(format.nearDay(open))}
            </Button>
          )}
        </div>
      )}
    </>
  )
}

/** Of a case whose calendar nobody has asked for yet. */
export function CaseDayAgainst({ id, ...props }: AgainstProps & { id: string }) {
  const { data } = useQuery({ ...caseLoad(id), throwOnError: false })
  return <StaffDayAgainst {...props} calendar={data?.calendar} />
}

const endsOf = ({ from, to }: { from: Day; to: Day }, { day }: ReturnType<typeof useFormat>): [string, string?] =>
  from === to ? [day(from, 'date')] : [day(from, 'date'), day(to, 'date')]
