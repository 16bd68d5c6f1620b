import type { Day } from '#kit/day.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { isCollected } from '../rules.ts'
import type { StaffCase } from '../staff-contract.ts'
import { staffIntakeText } from './staff-text.ts'

type Props = { known: StaffCase; day: Day | undefined }

/** Beside the delivery day: the pickup that brings the impression, as a warning when the day cannot be kept with it. */
export function StaffIntakeImpression({ known, day }: Props) {
  const t = useText(staffIntakeText).pickup
  const format = useFormat()
  const { pickup, deliveryDate: shown, isDayLost } = known
  if (!isCollected(known)) return null
  if (!pickup) return <p className="small tone--warn">{t.none}</p>
  const isLater = day !== undefined && shown !== null && day > shown
  const isTooLate = (isDayLost && !isLater) || (!pickup.isDone && day !== undefined && pickup.date >= day)
  return (
    <p className={isTooLate ? 'small tone--warn' : 'small muted'}>
      {t[pickup.isDone ? 'took' : 'takes'](`${format.nearDay(pickup.date)}, ${t.shifts[pickup.shift]}`)}
    </p>
  )
}
