import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import type { CaseProblem } from '../contract.ts'
import { caseText } from './case-text.ts'

/** The affected teeth, and the pickup of a piece that goes back to be adjusted. */
export function ProblemFacts({ teeth, adjustment }: Pick<CaseProblem, 'teeth' | 'adjustment'>) {
  const { problem: words } = useText(caseText)
  const format = useFormat()
  const pickup = adjustment?.pickup
  const when = pickup && words.when(format.nearDay(pickup.date), pickup.shift)
  const facts = [
    teeth.length > 0 && words.teethOf(teeth.join(', '), teeth.length),
    adjustment && words.adjustment,
    when && (pickup.isDone ? words.wentWith(when) : words.goesWith(when)),
  ].filter(Boolean)
  return facts.length > 0 && <p>{facts.join(' · ')}</p>
}
