import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useFormat } from '#kit/web/format.tsx'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { loadText, useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { ButtonLink } from '#kit/web/ui/button-link.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import type { OpenProblem } from '../staff-requests-contract.ts'
import { caseText } from './case-text.ts'
import { ProblemFacts } from './problem-facts.tsx'
import { StaffProblemDialog } from './staff-problem-dialog.tsx'
import { openProblems } from './staff-request-queries.ts'
import { staffRequestsText } from './staff-requests-text.ts'

export const loadProblemWords = () => Promise.all([loadText(staffRequestsText), loadText(caseText)])

const mostShown = 3

/** The oldest problems that nobody has answered; renders nothing when there are none. */
export function StaffOpenProblems() {
  const { problems: t, answerShort } = useText(staffRequestsText)
  const list = useQuery(openProblems)
  const [answering, setAnswering] = useState<OpenProblem>()
  if (list.error && !list.data) {
    return (
      <Card flush>
        <QueryFailure title={t.failed} query={list} />
      </Card>
    )
  }
  const isNothing = !list.data || list.data.length === 0
  // If somebody else answers meanwhile, the text being typed is kept.
  if (isNothing && !answering) return null
  return (
    <Card title={t.title}>
      <ul className="stack">
        {list.data?.slice(0, mostShown).map(open => (
          <li key={open.problem.id} className="stack stack--sm">
            <div>
              <Words open={open} />
            </div>
            <div className="row">
              <Button size="sm" aria-label={t.answer(open.order.code)} onClick={() => setAnswering(open)}>
                {answerShort}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {list.data && list.data.length > mostShown && (
        <div className="row">
          <ButtonLink to="/staff/cases" search={{ tab: 'all', said: 'problem' }}>
            {t.all(list.data.length)}
          </ButtonLink>
        </div>
      )}
      {answering && <StaffProblemDialog {...answering} onClose={() => setAnswering(undefined)} />}
    </Card>
  )
}

function Words({ open: { order, problem } }: { open: OpenProblem }) {
  const { problems: t } = useText(staffRequestsText)
  const { problem: words } = useText(caseText)
  const format = useFormat()
  const { id, code, practice, patientCode, summary } = order
  const { kind, description, reportedAt, reportedBy, remake } = problem
  return (
    <>
      <p>
        <Link to="/staff/cases/$id" params={{ id }} className="link strong">
          {code}
        </Link>{' '}
        · {practice} · {patientCode} · {summary}
      </p>
      <p className="strong">{words.kinds[kind]}</p>
      <ProblemFacts {...problem} />
      <p>{description}</p>
      <p className="muted small">
        {[t.reported(format.dayTime(reportedAt), reportedBy), remake && t.remake(remake.code)]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </>
  )
}
