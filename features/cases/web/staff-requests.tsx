import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useProblemText } from '#kit/web/problem-text.ts'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { loadText, useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { type AskedOfCase, staffRequestCalls } from '../staff-requests-contract.ts'
import { mostAsked } from '../staff-rules.ts'
import { type Answerable, StaffAnswerDialog } from './staff-answer-dialog.tsx'
import { requestList } from './staff-request-queries.ts'
import { staffRequestsText } from './staff-requests-text.ts'

export const loadRequestWords = () => loadText(staffRequestsText)

const isAnswerable = (asked: AskedOfCase): asked is Answerable => asked.request !== null

/** Whether one kind has as many entries as are shown at most. */
const isCut = (all: readonly AskedOfCase[]) => {
  const requests = all.filter(isAnswerable).length
  return requests === mostAsked || all.length - requests === mostAsked
}

/** Requests and changes of practices, about all cases or one; renders `otherwise` when there are none. */
export function StaffRequests({ caseId, otherwise }: { caseId?: string; otherwise?: ReactNode }) {
  const t = useText(staffRequestsText)
  const list = useQuery(requestList(caseId))
  const [answering, setAnswering] = useState<Answerable>()
  if (list.error && !list.data) {
    return (
      <Card flush>
        <QueryFailure title={t.failed} query={list} />
      </Card>
    )
  }
  if (!list.data) return null
  const { data: all, hiddenPractices } = list.data
  if (all.length === 0) return otherwise
  return (
    <Card title={caseId === undefined ? t.title : t.ofCase}>
      <ul className="stack">
        {all.map(asked => (
          <li key={asked.request?.id ?? asked.order.id}>
            {caseId === undefined && <Whose order={asked.order} />}
            <Words asked={asked} />
            {isAnswerable(asked) ? (
              <Button size="sm" aria-label={t.answer(asked.order.code)} onClick={() => setAnswering(asked)}>
                {t.answerShort}
              </Button>
            ) : (
              <Note order={asked.order} />
            )}
            {asked.more && (
              <p>
                <Link
                  to="/staff/cases"
                  search={{ tab: 'all', said: 'request', practiceId: asked.more.practiceId }}
                  className="link small"
                >
                  {t.ofPractice(asked.more.count)}
                </Link>
              </p>
            )}
          </li>
        ))}
      </ul>
      {isCut(all) && (
        <p className="muted small">
          {t.more} {hiddenPractices > 0 && `${t.hidden(hiddenPractices)} `}
          <Link to="/staff/cases" search={{ tab: 'all', said: 'request' }} className="link">
            {t.all}
          </Link>
        </p>
      )}
      {answering && <StaffAnswerDialog asked={answering} onClose={() => setAnswering(undefined)} />}
    </Card>
  )
}

function Whose({ order: { id, code, practice, patientCode, summary } }: Pick<AskedOfCase, 'order'>) {
  return (
    <p>
      <Link to="/staff/cases/$id" params={{ id }} className="link num">
        {code}
      </Link>{' '}
      · {practice} · {patientCode} · {summary}
    </p>
  )
}

function Words({ asked: { order, request, changedAt } }: { asked: AskedOfCase }) {
  const t = useText(staffRequestsText)
  const format = useFormat()
  const { deliveryDate, appointmentDate } = order
  const days = [
    deliveryDate && t.promised(format.day(deliveryDate, 'date')),
    appointmentDate && t.appointment(format.dayTime(appointmentDate)),
  ].filter(Boolean)
  return (
    <>
      <p className="strong">
        {request
          ? request.wishedDate
            ? t.earlier(format.day(request.wishedDate, 'date'))
            : t.change
          : t.changed(format.dayTime(changedAt ?? ''))}
      </p>
      {request?.words && <p>{request.words}</p>}
      <p className="muted small">
        {[...days, request && t.asked(format.dayTime(request.askedAt), request.askedBy)].filter(Boolean).join(' · ')}
      </p>
    </>
  )
}

function Note({ order: { id, code } }: { order: AskedOfCase['order'] }) {
  const t = useText(staffRequestsText)
  const sentence = useProblemText()
  const changed = useChanged()
  const { run, isPending } = useAttempt(async () => {
    await call(staffRequestCalls.noteChange, { params: { id } }).catch(error =>
      toast({ title: t.notNoted, description: sentence(error), tone: 'late' }),
    )
    await changed('orders')
  })
  return (
    <Button size="sm" aria-label={t.note(code)} pending={isPending} onClick={() => void run()}>
      {t.noteShort}
    </Button>
  )
}
