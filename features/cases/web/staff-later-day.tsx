import type { Day } from '#kit/day.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import type { StaffCase } from '../staff-contract.ts'
import { Letter } from './letter.tsx'
import { staffIntakeLaterText } from './staff-text.ts'
import { useInSight } from './use-in-sight.ts'
import { useLetters } from './use-letters.ts'

type Props = {
  known: StaffCase
  day: Day
  /** The day of the patient's appointment. */
  visit: Day | undefined
  /** The day shown to the practice cannot be kept any more. */
  isLost: boolean
  onAccept: () => void
  onKeep: (day: Day) => void
  onOther: () => void
}

/**
 * Asks for confirmation when the piece would come after the patient, or later than the practice was shown; offers the day
 * that the practice knows.
 */
export function StaffLaterDay({ known: { deliveryDate }, day, visit, isLost, onAccept, onKeep, onOther }: Props) {
  const t = useText(staffIntakeLaterText)
  const format = useFormat()
  const isInSight = useInSight()
  const isAfterVisit = visit !== undefined && day > visit
  const canKeep = deliveryDate && !isLost && deliveryDate >= format.today() && (!visit || deliveryDate <= visit)
  const kept = canKeep ? deliveryDate : undefined
  const accept = () => isInSight && onAccept()
  const keep = kept ? () => onKeep(kept) : undefined
  useLetters({ o: accept, g: keep })
  return (
    <>
      <div className="intake__question tone--late" role="alert">
        {isAfterVisit && <p>{t.afterVisit(format.day(day), format.day(visit))}</p>}
        {deliveryDate && day > deliveryDate && <p>{t.laterThanShown(format.day(day), format.day(deliveryDate))}</p>}
      </div>
      <Button variant="primary" aria-disabled={!isInSight || undefined} aria-keyshortcuts="o" onClick={accept}>
        {isAfterVisit ? t.acceptAfter : t.acceptFor(format.day(day))} <Letter>o</Letter>
      </Button>
      {kept ? (
        <Button aria-keyshortcuts="g" onClick={keep}>
          {t.keep(format.day(kept))} <Letter>g</Letter>
        </Button>
      ) : (
        <Button aria-keyshortcuts="d" onClick={onOther}>
          {t.otherDay} <Letter>d</Letter>
        </Button>
      )}
    </>
  )
}
