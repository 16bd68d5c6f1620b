import type { Day } from '#kit/day.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import type { StaffCase } from '../staff-contract.ts'
import { Letter } from './letter.tsx'
import { staffIntakeText } from './staff-text.ts'
import { useInSight } from './use-in-sight.ts'
import { useLetters } from './use-letters.ts'

type Props = {
  known: StaffCase
  day: Day
  visit: Day
  onAccept: () => void
  onKeep: (day: Day) => void
  onOther: () => void
}

/** The piece would come after the patient: accepted so only where somebody says so; or for the day that the practice knows. */
export function StaffAfterVisit({ known: { deliveryDate }, day, visit, onAccept, onKeep, onOther }: Props) {
  const t = useText(staffIntakeText)
  const format = useFormat()
  const isInSight = useInSight()
  const kept = deliveryDate && deliveryDate >= format.today() && deliveryDate <= visit ? deliveryDate : undefined
  const accept = () => isInSight && onAccept()
  const keep = kept ? () => onKeep(kept) : undefined
  useLetters({ o: accept, g: keep })
  return (
    <>
      <p className="intake__question tone--late" role="alert">
        {t.afterVisit(format.day(day), format.day(visit))}
      </p>
      <Button variant="primary" aria-disabled={!isInSight || undefined} aria-keyshortcuts="o" onClick={accept}>
        {t.acceptAfter} <Letter>o</Letter>
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
