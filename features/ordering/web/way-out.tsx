import type { Day } from '#kit/day.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import type { DeliveryPromise } from '../contract.ts'
import { wishWords } from './promise-words.ts'
import { orderingText } from './text.ts'

type WayOutProps = {
  promise: DeliveryPromise
  wishedOn: Day | undefined
  onChoose: (day: Day) => void
  onRemoveWish: () => void
}

/** Offers the first appointment day that would do, or removing the wished day; a late delivery does not block the order. */
export function WayOut({ promise, wishedOn, onChoose, onRemoveWish }: WayOutProps) {
  const t = useText(orderingText).promise
  const format = useFormat()
  const wish = wishWords(promise, wishedOn, t)
  if (wish) {
    return (
      <div className="promise__way-out">
        <p>{wish}</p>
        <Button size="sm" onClick={onRemoveWish}>
          {t.removeWished}
        </Button>
        <p className="muted small">{t.stillSends}</p>
      </div>
    )
  }
  const { appointmentDate, earliest, deliveryDate } = promise
  const possible = appointmentDate ? earliest : deliveryDate
  return (
    <div className="promise__way-out">
      <p>
        {(appointmentDate ? t.earliestAppointment : t.earliestWished)(
          format.nearDay(possible).replaceAll(' ', '\u00a0'),
        )}
      </p>
      <Button size="sm" onClick={() => onChoose(possible)}>
        {t.chooseDay}
      </Button>
      <p className="muted small">{t.stillSends}</p>
    </div>
  )
}
