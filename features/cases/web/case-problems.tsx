import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { useFormat } from '#kit/web/format.tsx'
import { later } from '#kit/web/later.tsx'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { caseActCalls } from '../acts-contract.ts'
import type { Case } from '../contract.ts'
import { caseText } from './case-text.ts'
import { ProblemFacts } from './problem-facts.tsx'
import { ProblemState } from './problem-state.tsx'
import { RemakeLink } from './remake-notices.tsx'

/** Brings the attachment viewer, so it is loaded only when there are attachments. */
const ProblemFiles = later(
  () => import('#features/attachments/web/problem-files.tsx').then(module => module.ProblemFiles),
  { when: 'drawn' },
)

/** The problems that the practice has reported, newest first. */
export function CaseProblems({ known: { id: orderId, problems, attachmentsCount } }: { known: Case }) {
  const { problem: words } = useText(caseText)
  const format = useFormat()
  return (
    <Card title={words.reported}>
      <ul className="stack">
        {problems.map(({ id, kind, description, reportedAt, reportedBy, remake, teeth, adjustment, state, answer }) => (
          <li key={id}>
            <p className="row">
              <span className="strong">{words.kinds[kind]}</span>
              <ProblemState state={state} words={words.states[state]} waitsWhile="answered" />
            </p>
            <ProblemFacts teeth={teeth} adjustment={adjustment} />
            <p className="case__comment">{description}</p>
            <p className="muted small">{words.reportedBy(format.dayTime(reportedAt), reportedBy)}</p>
            {answer && (
              <>
                <p className="case__comment">{answer.words}</p>
                {answer.putRightOn && <p className="strong">{words.putRight(format.nearDay(answer.putRightOn))}</p>}
                <p className="muted small">{words.answeredAt(format.dayTime(answer.at))}</p>
              </>
            )}
            {state !== 'settled' && <Settle orderId={orderId} problemId={id} />}
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

function Settle({ orderId: id, problemId }: { orderId: string; problemId: string }) {
  const { problem: words } = useText(caseText)
  const sentence = useProblemText()
  const changed = useChanged()
  const { run, isPending } = useAttempt(async () => {
    await call(caseActCalls.settleProblem, { params: { id, problemId } }).catch(error =>
      toast({ title: words.notSettled, description: sentence(error), tone: 'late' }),
    )
    await changed('orders')
  })
  return (
    <Button size="sm" icon="check" pending={isPending} onClick={() => void run()}>
      {words.settle}
    </Button>
  )
}
