import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import type { StaffCase } from '../staff-contract.ts'
import { caseText } from './case-text.ts'

/** The pickup that brings the impression of a case not begun, or that none is planned: in the words its practice reads. */
export function StaffImpression({ known: { pickup, isDayLost } }: { known: StaffCase }) {
  const { impression: t, problem } = useText(caseText)
  const format = useFormat()
  return (
    <p>
      {t.name}{' '}
      <span className={isDayLost || !pickup ? 'strong tone--warn' : undefined}>
        {pickup ? t[pickup.isDone ? 'took' : 'takes'](problem.when(format.nearDay(pickup.date), pickup.shift)) : t.none}
      </span>
    </p>
  )
}
