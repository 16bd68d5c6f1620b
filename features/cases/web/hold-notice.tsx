import { useBrand } from '#features/brand/web/brand-context.tsx'
import { PhoneLink } from '#features/brand/web/phone.tsx'
import { useText } from '#kit/web/text.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import type { CaseRow } from '../contract.ts'
import { casesText } from './text.ts'

/** What the laboratory waits for, and how to answer. */
export function HoldNotice({ row: { status, hold } }: { row: CaseRow }) {
  const { one } = useText(casesText)
  const { clientServicePhone } = useBrand()
  if (status !== 'on_hold') return null
  return (
    <Notice tone="warn" icon="pause" title={hold?.question ? one.question : one.onHold}>
      <p>{hold?.question ?? one.waitingFor[hold?.reason ?? 'other']}</p>
      <p className="case__answer">
        {hold?.question ? one.answerByPhone : one.askByPhone} <PhoneLink phone={clientServicePhone} />
      </p>
    </Notice>
  )
}
