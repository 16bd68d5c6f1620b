import { useBrand } from '#features/brand/web/brand-context.tsx'
import { PhoneLink } from '#features/brand/web/phone.tsx'
import { useFormat } from '#kit/web/format.tsx'
import { later } from '#kit/web/later.tsx'
import { loadText, useText } from '#kit/web/text.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { BlockSkeleton, Skeleton } from '#kit/web/ui/skeleton.tsx'
import type { Case, CaseRow } from '../contract.ts'
import { canAnswerHold } from '../rules.ts'
import { caseText } from './case-text.ts'
import { casesText } from './text.ts'

const HoldForm = later(
  () => Promise.all([import('./hold-form.tsx'), loadText(caseText)]).then(([{ HoldForm }]) => HoldForm),
  { when: 'drawn', meanwhile: BlockSkeleton },
)

/** What the laboratory waits for, and how to answer; or what it was answered. */
export function HoldNotice({ row, whole }: { row: CaseRow; whole: Case | undefined }) {
  const { one } = useText(casesText)
  const format = useFormat()
  const { clientServicePhone } = useBrand()
  const { status, hold } = row
  if (status !== 'on_hold') return null
  if (!canAnswerHold(row)) {
    const at = hold?.answeredAt
    // The line that the answer has written: as it was given, in the reader's language.
    const answer = whole ? whole.timeline.findLast(line => line.at === at)?.note : <Skeleton width="long" />
    return (
      // Receives the focus after answering (hold-form.tsx).
      <div id="answered" tabIndex={-1}>
        <Notice tone="ok" title={one.answered}>
          {hold?.question && <p>{hold.question}</p>}
          <p className="strong">{answer}</p>
          {at && <p>{one.answeredAt(format.dayTime(at))}</p>}
        </Notice>
      </div>
    )
  }
  return (
    <div id="answer">
      <Notice tone="warn" icon="pause" title={hold?.question ? one.question : one.onHold}>
        <p>{hold?.question ?? one.waitingFor[hold?.reason ?? 'other']}</p>
        <HoldForm row={row} whole={whole} />
        <p className="case__answer">
          {one.askByPhone} <PhoneLink phone={clientServicePhone} />
        </p>
      </Notice>
    </div>
  )
}
