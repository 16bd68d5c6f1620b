import type { DeliveryCalendar } from '#features/catalogue/contract.ts'
import type { Day } from '#kit/day.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import type { DeliveryPromise } from '../contract.ts'
import type { Entry } from './entry.ts'
import { PromiseWhy, WayOut } from './new-case-later.tsx'
import { verdictWords, withoutPromise } from './promise-words.ts'
import { orderingText } from './text.ts'
import { VerdictLine } from './verdict-line.tsx'

type PromiseProps = {
  /** Undefined until it is known. */
  promise: DeliveryPromise | null | undefined
  wishedOn: Day | undefined
  calendar: DeliveryCalendar
}

type BoxProps = PromiseProps & {
  entry: Pick<Entry, 'products' | 'printType'>
  onChoose: (day: Day) => void
  onRemoveWish: () => void
}

/** The delivery day, what it means for the patient, a remedy where it is too late, and the steps that lead to it. */
export function PromiseBox({ promise, wishedOn, calendar, entry, onChoose, onRemoveWish }: BoxProps) {
  const t = useText(orderingText).promise
  const format = useFormat()
  const verdict = promise && verdictWords(promise, wishedOn, calendar.appointmentBufferDays, t)
  return (
    <div className="promise">
      <div role="status">
        {promise ? (
          <p className="promise__day">{format.nearDay(promise.deliveryDate)}</p>
        ) : (
          promise === null && <p className="muted">{t[withoutPromise(entry)]}</p>
        )}
        {verdict && <VerdictLine {...verdict} />}
        {verdict?.advice && <p className="muted small">{verdict.advice}</p>}
      </div>
      {promise?.verdict === 'late' && <WayOut {...{ promise, wishedOn, onChoose, onRemoveWish }} />}
      {promise && <PromiseWhy promise={promise} calendar={calendar} />}
    </div>
  )
}

/** The promise in one line, next to the dates on a phone. */
export function PromiseLine({ promise, wishedOn, calendar }: PromiseProps) {
  const t = useText(orderingText).promise
  const format = useFormat()
  if (!promise) return null
  const verdict = verdictWords(promise, wishedOn, calendar.appointmentBufferDays, t)
  return (
    <div className="promise__line">
      <p className="strong">{t.compact(format.nearDay(promise.deliveryDate))}</p>
      {verdict && <VerdictLine {...verdict} />}
    </div>
  )
}
