import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { useLateDialog } from '#kit/web/use-late-dialog.tsx'
import { caseActCalls } from '../acts-contract.ts'
import type { Case, CaseRequest } from '../contract.ts'
import { neededBy } from '../needed-by.ts'
import { isAtLaboratory } from '../rules.ts'
import { caseText } from './case-text.ts'
import { type ChangeCaseProps, loadChangeDialog } from './change-case.ts'
import type { EarlierDialogProps } from './earlier-dialog.tsx'
import { pickAppointment } from './pick-appointment.ts'

const loadEarlier = async () => (await import('./earlier-dialog.tsx')).EarlierDialog

/** The latest request of each kind. */
export function CaseRequests({ known }: { known: Case }) {
  const { requests } = known
  const latest = requests.filter(({ kind }, index) => requests.findIndex(one => one.kind === kind) === index)
  return latest.map(request => <Asked key={request.id} known={known} request={request} />)
}

export type LateActsProps = { known: Case; mayAsk: boolean; mayMove: boolean }

/**
 * The actions for a case that arrives after its patient: if no earlier day can be requested, moving the appointment comes
 * first.
 */
export function LateActs({ known, mayAsk, mayMove }: LateActsProps) {
  const format = useFormat()
  const { appointmentDate, deliveryDate } = known
  const ask = mayAsk && <AskEarlier known={known} />
  const move = mayMove && <MoveAppointment known={known} />
  const isLeft = neededBy(appointmentDate && format.dayOf(appointmentDate), deliveryDate, format.today()) !== null
  return (
    <>
      {isLeft ? ask : move}
      {isLeft ? move : ask}
    </>
  )
}

function AskEarlier({ known }: { known: Case }) {
  const { requests: words } = useText(caseText)
  const { open, dialog, isComing, prepare } = useLateDialog<EarlierDialogProps>(loadEarlier)
  return (
    <>
      <Button size="sm" pending={isComing} onPointerEnter={prepare} onFocus={prepare} onClick={() => open({ known })}>
        {words.askEarlier}
      </Button>
      {dialog}
    </>
  )
}

function MoveAppointment({ known }: { known: Case }) {
  const { requests: words } = useText(caseText)
  const { open, dialog, isComing, prepare } = useLateDialog<ChangeCaseProps>(loadChangeDialog)
  return (
    <>
      <Button
        size="sm"
        pending={isComing}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => pickAppointment() || open({ known })}
      >
        {words.moveAppointment}
      </Button>
      {dialog}
    </>
  )
}

function Asked({ known, request }: { known: Case; request: CaseRequest }) {
  const { requests: words } = useText(caseText)
  const format = useFormat()
  const { kind, state, wishedDate, grantedDate, answer, askedAt, askedBy, decidedAt } = request
  const what = kind === 'earlier' ? words.askedEarlier(format.day(wishedDate ?? '', 'date')) : words.askedChange
  if (state === 'open' && !isAtLaboratory(known)) return null
  const title = {
    open: words.open(what),
    granted: grantedDate ? words.grantedDay(format.day(grantedDate, 'date')) : words.granted(what),
    refused: words.refused(what),
  }[state]
  return (
    <Notice tone={state === 'granted' ? 'ok' : state === 'refused' ? 'late' : 'info'} title={title}>
      {request.words && <p className="case__comment">{request.words}</p>}
      {answer && <p className="case__comment strong">{answer}</p>}
      <p className="muted small">
        {decidedAt ? words.answeredAt(format.dayTime(decidedAt)) : words.askedAt(format.dayTime(askedAt), askedBy)}
      </p>
      {state === 'open' && <Withdraw known={known} request={request} />}
    </Notice>
  )
}

function Withdraw({ known: { id }, request }: { known: Case; request: CaseRequest }) {
  const { requests: words } = useText(caseText)
  const sentence = useProblemText()
  const changed = useChanged()
  const { run, isPending } = useAttempt(async () => {
    await call(caseActCalls.withdrawRequest, { params: { id, requestId: request.id } }).catch(error =>
      toast({ title: words.notWithdrawn, description: sentence(error, words.refusals), tone: 'late' }),
    )
    await changed('orders')
  })
  return (
    <Button size="sm" variant="bare" pending={isPending} onClick={() => void run()}>
      {words.withdraw}
    </Button>
  )
}
