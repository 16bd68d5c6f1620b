import { Link } from '@tanstack/react-router'
import { ProblemFiles } from '#features/attachments/web/problem-files.tsx'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { useLateDialog } from '#kit/web/use-late-dialog.tsx'
import type { StaffCase } from '../staff-contract.ts'
import { caseText } from './case-text.ts'
import { ProblemFacts } from './problem-facts.tsx'
import { ProblemState } from './problem-state.tsx'
import type { AnsweredProblem } from './staff-problem-dialog.tsx'
import { staffRequestsText } from './staff-requests-text.ts'
import { staffCaseText } from './staff-text.ts'

const loadAnswer = () => import('./staff-problem-dialog.tsx').then(module => module.StaffProblemDialog)

/** The problems of a case, newest first, with photos and the laboratory's answers. */
export function StaffProblems({ known: { id, code, problems, attachmentsCount } }: { known: StaffCase }) {
  const words = useText(staffCaseText)
  const { problem: t } = useText(staffRequestsText)
  const { kinds } = useText(caseText).problem
  const format = useFormat()
  const dialog = useLateDialog<AnsweredProblem>(loadAnswer)
  return (
    <Card title={words.problems}>
      <ul className="stack">
        {problems.map(problem => (
          <li key={problem.id}>
            <p className="row">
              <span className="strong">{kinds[problem.kind]}</span>
              <ProblemState state={problem.state} words={t.states[problem.state]} waitsWhile="open" />
            </p>
            <ProblemFacts {...problem} />
            <p className="case__comment">{problem.description}</p>
            <p className="muted small">{words.reportedBy(format.dayTime(problem.reportedAt), problem.reportedBy)}</p>
            {problem.answer && (
              <>
                <p className="case__comment">{problem.answer.words}</p>
                {problem.answer.putRightOn && (
                  <p className="strong">{t.putRight(format.nearDay(problem.answer.putRightOn))}</p>
                )}
                <p className="muted small">{t.answeredAt(format.dayTime(problem.answer.at))}</p>
              </>
            )}
            {problem.remake && (
              <p>
                {t.remake}{' '}
                <Link to="/staff/cases/$id" params={{ id: problem.remake.id }} className="link num">
                  {problem.remake.code}
                </Link>
              </p>
            )}
            {attachmentsCount > 0 && <ProblemFiles orderId={id} problemId={problem.id} />}
            {problem.state !== 'settled' && (
              <Button
                size="sm"
                icon="message"
                onPointerEnter={dialog.prepare}
                onFocus={dialog.prepare}
                onClick={() => dialog.open({ order: { id, code }, problem })}
              >
                {problem.answer ? t.again : t.answer}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {dialog.dialog}
    </Card>
  )
}
