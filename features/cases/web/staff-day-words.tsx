import { useQuery } from '@tanstack/react-query'
import type { DeliveryCalendar } from '#features/catalogue/contract.ts'
import { dayThatWillDo, whyNoDelivery } from '#features/catalogue/no-delivery.ts'
import type { Reply } from '#kit/contract.ts'
import { type Day, daysBetween } from '#kit/day.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { ResultCount } from '#kit/web/ui/result-count.tsx'
import type { StaffCase, staffCaseCalls } from '../staff-contract.ts'
import { caseLoad } from './staff-queries.ts'
import { staffCasesText, staffIntakeLaterText, staffIntakeText } from './staff-text.ts'

export type DayWordsProps = {
  known: StaffCase
  day: Day | undefined
  load: Reply<typeof staffCaseCalls.load>['data'] | undefined
  onChoose: (day: Day) => void
}

/** Beside the proposed day: the day shown to the practice, what else leaves then, and whether the patient comes before. */
export function StaffDayWords({ known, day, load, onChoose }: DayWordsProps) {
  const { appointmentDate, deliveryDate: shown, isDayLost } = known
  const t = useText(staffIntakeLaterText)
  const { counting } = useText(staffIntakeText)
  const { number } = useText(staffCasesText)
  const format = useFormat()
  if (!load) return <p className="muted small">{counting}</p>
  const cases = load.days.find(one => one.day === day)?.cases ?? 0
  const fills = load.fills.filter(fill => fill.day === day)
  const before = day && appointmentDate ? daysBetween(day, format.dayOf(appointmentDate)) : undefined
  const { proposed, earliest, lost } = load
  const countedNow = shown && proposed === shown && earliest && earliest > shown ? earliest : undefined
  return (
    <>
      <StaffDayAgainst day={day} calendar={load.calendar} onChoose={onChoose} />
      <div className="small" aria-live="polite">
        <p className="muted">
          {proposed ? t.proposed(format.day(proposed)) : t.noProposal}
          {day && ` · ${t.load(number(cases))}`}
        </p>
        {shown && (
          <p className={(day && day > shown) || isDayLost ? 'tone--warn' : 'muted'}>
            {(known.entry ? t.reckoned : t.shown)(format.day(shown))}
            {lost && ` · ${t.lost[lost]}`}
            {countedNow && ` · ${t.countedNow(format.day(countedNow))}`}
          </p>
        )}
        {fills.map(({ family, elements, most }) => (
          <p key={family ?? ''} className={elements > most ? 'tone--warn' : 'muted'}>
            {(elements > most ? t.overCapacity : t.capacity)(family, elements, number(most))}
          </p>
        ))}
        {before !== undefined && before <= 0 && (
          <p className={before < 0 ? 'tone--late' : 'tone--warn'}>{before < 0 ? t.tooLate : t.sameDay}</p>
        )}
      </div>
    </>
  )
}

type AgainstProps = { day: Day | undefined; onChoose: (day: Day) => void }

/** Says that the practice takes no delivery on this day, and offers the next day that works. A warning only. */
function StaffDayAgainst({ day, calendar, onChoose }: AgainstProps & { calendar: DeliveryCalendar | undefined }) {
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

/** For a case whose calendar is not loaded yet. */
export function CaseDayAgainst({ id, ...props }: AgainstProps & { id: string }) {
  const { data } = useQuery({ ...caseLoad(id), throwOnError: false })
  return <StaffDayAgainst {...props} calendar={data?.calendar} />
}

const endsOf = ({ from, to }: { from: Day; to: Day }, { day }: ReturnType<typeof useFormat>): [string, string?] =>
  from === to ? [day(from, 'date')] : [day(from, 'date'), day(to, 'date')]
