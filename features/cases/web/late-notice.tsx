import { useMay } from '#features/auth/web/use-user.ts'
import { useFormat } from '#kit/web/format.tsx'
import { later } from '#kit/web/later.tsx'
import { loadText, useText } from '#kit/web/text.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { Skeleton } from '#kit/web/ui/skeleton.tsx'
import type { Case } from '../contract.ts'
import { isAtLaboratory } from '../rules.ts'
import type { LateActsProps } from './case-requests.tsx'
import { caseText } from './case-text.ts'
import { casesText } from './text.ts'
import { useIsLate } from './use-is-late.ts'

const LateActs = later<LateActsProps>(
  () => Promise.all([import('./case-requests.tsx'), loadText(caseText)]).then(([{ LateActs }]) => LateActs),
  { when: 'drawn', meanwhile: ActsRoom },
)

/** Space for the actions: side by side on a desktop, stacked on a phone. */
function ActsRoom({ mayAsk, mayMove }: LateActsProps) {
  const room = (
    <span className="button button--sm" aria-hidden="true">
      <Skeleton width="long" />
    </span>
  )
  return (
    <>
      {mayAsk && room}
      {mayMove && room}
    </>
  )
}

/** Part of the first picture, because it is the largest element of the screen. */
export function LateNotice({ known }: { known: Case }) {
  const { one } = useText(casesText)
  const format = useFormat()
  const mayMove = useMay('order')
  const isLate = useIsLate(known)
  const { deliveryDate, delivery, appointmentDate: at, requests } = known
  if (!isLate || !at) return null
  const arrives = delivery?.display === 'delayed' && !delivery.newDate ? undefined : deliveryDate
  const isAsked = requests.some(({ kind, state }) => kind === 'earlier' && state === 'open')
  return (
    <Notice
      tone="late"
      title={one.late(arrives && format.nearDay(arrives), format.nearDay(format.dayOf(at)), format.time(at))}
    >
      <div className="row case__answer">
        <LateActs known={known} mayAsk={isAtLaboratory(known) && !isAsked} mayMove={mayMove} />
      </div>
    </Notice>
  )
}
