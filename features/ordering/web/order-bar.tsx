import type { DeliveryCalendar } from '#features/catalogue/contract.ts'
import type { Day } from '#kit/day.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import type { DeliveryPromise } from '../contract.ts'
import type { Catalogue, Entry } from './entry.ts'
import './order-bar.css'
import { verdictWords, withoutPromise } from './promise-words.ts'
import { orderingText } from './text.ts'
import { VerdictLine } from './verdict-line.tsx'
import { priceOf } from './work-words.ts'

type OrderBarProps = {
  /** Undefined until it is known. */
  promise: DeliveryPromise | null | undefined
  wishedOn: Day | undefined
  calendar: DeliveryCalendar
  entry: Pick<Entry, 'products' | 'printType'>
  catalogue: Catalogue
}

/**
 * The bottom bar where the summary stands below the form, however long the order: the delivery day and the submit button, and
 * on a tablet what the day means and the price.
 */
export function OrderBar({ promise, wishedOn, calendar, entry, catalogue }: OrderBarProps) {
  const t = useText(orderingText)
  const format = useFormat()
  const verdict = promise && verdictWords(promise, wishedOn, calendar.appointmentBufferDays, t.promise)
  const price = priceOf(entry.products, catalogue)
  return (
    <div className="order-bar">
      {promise ? (
        <p>
          <span className="muted small">{t.promise.title}</span>
          <span className="strong">{format.nearDay(promise.deliveryDate)}</span>
        </p>
      ) : (
        promise === null && <p className="order-bar__roomy muted small">{t.promise[withoutPromise(entry)]}</p>
      )}
      {verdict && (
        <div className="order-bar__roomy">
          <VerdictLine {...verdict} />
        </div>
      )}
      {price !== undefined && (
        <p className="order-bar__roomy">
          <span className="muted small">{t.summary.price}</span>
          <span className="strong num">{format.money(price)}</span>
        </p>
      )}
      <Button type="submit" variant="primary" size="lg">
        {t.summary.check}
      </Button>
    </div>
  )
}
