import { useFormat } from '#kit/web/format.tsx'
import { later } from '#kit/web/later.tsx'
import { useText } from '#kit/web/text.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import type { Case } from '../contract.ts'
import { caseText } from './case-text.ts'
import { RemakeLink } from './remake-notices.tsx'

/** With the viewer of the attachments: only where there are some. */
const ProblemFiles = later(
  () => import('#features/attachments/web/problem-files.tsx').then(module => module.ProblemFiles),
  { when: 'drawn' },
)

/** What the practice has reported, newest first. */
export function CaseProblems({ known: { id: orderId, problems, attachmentsCount } }: { known: Case }) {
  const { problem: words } = useText(caseText)
  const format = useFormat()
  return (
    <Card title={words.reported}>
      <ul className="stack">
        {problems.map(({ id, kind, description, reportedAt, reportedBy, remake }) => (
          <li key={id}>
            <p className="strong">{words.kinds[kind]}</p>
            <p className="case__comment">{description}</p>
            <p className="muted small">{words.reportedBy(format.dayTime(reportedAt), reportedBy)}</p>
            {remake && (
              <p>
                {words.remakeOrdered} <RemakeLink to={remake} />
              </p>
            )}
            {attachmentsCount > 0 && <ProblemFiles orderId={orderId} problemId={id} />}
          </li>
        ))}
      </ul>
    </Card>
  )
}
