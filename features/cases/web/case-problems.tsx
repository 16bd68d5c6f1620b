import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import type { CaseProblem } from '../contract.ts'
import { RemakeLink } from './remake-notices.tsx'
import { casesText } from './text.ts'

/** What the practice has reported, newest first. */
export function CaseProblems({ problems }: { problems: readonly CaseProblem[] }) {
  const { one } = useText(casesText)
  const format = useFormat()
  if (problems.length === 0) return null
  return (
    <Card title={one.problems}>
      <ul className="stack">
        {problems.map(({ id, kind, description, reportedAt, reportedBy, remake }) => (
          <li key={id}>
            <p className="strong">{one.problemKinds[kind]}</p>
            <p className="case__comment">{description}</p>
            <p className="muted small">{one.reportedBy(format.dayTime(reportedAt), reportedBy)}</p>
            {remake && (
              <p>
                {one.remakeOrdered} <RemakeLink to={remake} />
              </p>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
