import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import type { DeliveryPromise } from '../contract.ts'
import './order-bar.css'
import { orderingText } from './text.ts'

/** The bottom bar on a phone, however long the order: the delivery day and the submit button. */
export function OrderBar({ promise }: { promise: DeliveryPromise | null }) {
  const t = useText(orderingText)
  const format = useFormat()
  return (
    <div className="order-bar">
      {promise && (
        <p>
          <span className="muted small">{t.promise.title}</span>
          <span className="strong">{format.nearDay(promise.deliveryDate)}</span>
        </p>
      )}
      <Button type="submit" variant="primary" size="lg">
        {t.summary.check}
      </Button>
    </div>
  )
}
