import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import type { StaffCaseRow } from '../staff-contract.ts'
import { staffCasesText, staffCaseText } from './staff-text.ts'

/** What is asked of the practice, by whom and since when; or what it has answered. */
export function StaffHoldNotice({ known: { hold, held } }: { known: Pick<StaffCaseRow, 'hold' | 'held'> }) {
  const t = useText(staffCaseText)
  const words = useText(staffCasesText)
  const format = useFormat()
  if (!hold) return null
  const { reason, question, answer, answeredAt } = hold
  return (
    <Notice
      tone={answer ? 'ok' : 'warn'}
      icon={answer ? 'check' : 'pause'}
      title={answer ? t.answeredTitle : `${t.heldTitle} · ${words.hold[reason]}`}
    >
      <p>{question ?? t.noQuestion}</p>
      {answer && (
        <p className="strong">
          {words.answers[answer]} {answeredAt && t.answeredAt(format.dayTime(answeredAt))}
        </p>
      )}
      {held && <p className="muted small">{t.held(held.by, format.dayTime(held.at))}</p>}
    </Notice>
  )
}
