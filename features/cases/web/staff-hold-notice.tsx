import { useQuery } from '@tanstack/react-query'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { lastHold } from '../last-hold.ts'
import type { StaffCase } from '../staff-contract.ts'

import './messages.css'
import { staffMessages } from './staff-queries.ts'
import { staffCasesText, staffCaseText } from './staff-text.ts'

type Held = Pick<StaffCase, 'id' | 'hold' | 'held' | 'timeline'>

/** The question to the practice, by whom and since when; or its answer, until the case is a step further. */
export function StaffHoldNotice({ known }: { known: Held }) {
  const t = useText(staffCaseText)
  const words = useText(staffCasesText)
  const format = useFormat()
  const { hold, held } = known
  if (!hold) return <Answered known={known} />
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
      {answer === 'in_writing' && answeredAt && <Written caseId={known.id} at={answeredAt} />}
      {held && <p className="muted small">{t.held(held.by, format.dayTime(held.at))}</p>}
    </Notice>
  )
}

/** The answer, for whoever takes the case up again. */
function Answered({ known: { id, timeline } }: { known: Held }) {
  const t = useText(staffCaseText)
  const asked = lastHold(timeline)
  const answers = asked?.notes.filter(({ by }) => by?.isOfLaboratory === false)
  if (!asked || !answers?.length) return null
  return (
    <Notice tone="info" icon="check" title={t.resumedTitle}>
      {asked.question && <p>{asked.question}</p>}
      {answers.map(({ at, note }) => (
        <div key={at}>
          <p className="strong">{note}</p>
          <Written caseId={id} at={at} />
        </div>
      ))}
    </Notice>
  )
}

/** A written answer is a message of the thread with the same timestamp, shown here where it is needed. */
function Written({ caseId, at }: { caseId: string; at: string }) {
  const { data } = useQuery(staffMessages(caseId))
  const message = data?.find(one => !one.isFromLaboratory && one.at === at)
  return message && <p className="messages__body">{message.body}</p>
}
