import type { DeliveryCalendar } from '#features/catalogue/contract.ts'
import { daysBetween } from '#kit/day.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import type { DeliveryPromise } from '../contract.ts'
import { stepWords } from './promise-steps.ts'
import { orderingText } from './text.ts'

export function PromiseWhy({ promise, calendar }: { promise: DeliveryPromise; calendar: DeliveryCalendar }) {
  const t = useText(orderingText).promise
  const format = useFormat()
  const steps = stepWords(promise, calendar, t, format)
  if (steps.length === 0) return null
  return (
    <details className="promise__why" open>
      <summary>{t.why}</summary>
      <ol>
        {steps.map(({ key, words, days }) => (
          <li key={key}>
            <span>{words}</span>
            <span className="num muted">{t.days(days)}</span>
          </li>
        ))}
        <li className="promise__total">
          <span>{t.total(format.nearDay(promise.deliveryDate))}</span>
          <span className="num">{t.days(daysBetween(format.today(), promise.deliveryDate))}</span>
        </li>
      </ol>
    </details>
  )
}
