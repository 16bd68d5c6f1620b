import { useLocation } from '@tanstack/react-router'
import { useBrand } from '#features/brand/web/brand-context.tsx'
import { PhoneLink } from '#features/brand/web/phone.tsx'
import { useFormat } from '#kit/web/format.tsx'
import { later } from '#kit/web/later.tsx'
import { loadText, useText } from '#kit/web/text.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { BlockSkeleton } from '#kit/web/ui/skeleton.tsx'
import { answersToHold } from '../answers-to-hold.ts'
import type { CaseRow } from '../contract.ts'
import { canAnswerHold } from '../rules.ts'
import { caseText } from './case-text.ts'
import { casesText } from './text.ts'

const HoldForm = later(
  () => Promise.all([import('./hold-form.tsx'), loadText(caseText)]).then(([{ HoldForm }]) => HoldForm),
  { when: 'drawn', meanwhile: BlockSkeleton },
)

/** The laboratory's question with the answers, or that it has been answered. */
export function HoldNotice({ row }: { row: CaseRow }) {
  const { one } = useText(casesText)
  const format = useFormat()
  const { clientServicePhone } = useBrand()
  const asked = useLocation({ select: ({ hash }) => answersToHold.find(answer => hash === `answer-${answer}`) })
  const { status, hold } = row
  if (status !== 'on_hold') return null
  if (!canAnswerHold(row)) {
    const at = hold?.answeredAt
    return (
      // Receives the focus after answering (hold-form.tsx).
      <div id="answered" tabIndex={-1}>
        <Notice tone="ok" title={one.answered}>
          {at && <p>{one.answeredAt(format.dayTime(at))}</p>}
        </Notice>
      </div>
    )
  }
  return (
    <div id="answer">
      <Notice tone="warn" icon="pause" title={hold?.question ? one.question : one.onHold}>
        <p>{hold?.question ?? one.waitingFor[hold?.reason ?? 'other']}</p>
        <HoldForm row={row} asked={asked} />
        <p className="case__answer">
          {one.askByPhone} <PhoneLink phone={clientServicePhone} />
        </p>
      </Notice>
    </div>
  )
}
