import { useState } from 'react'
import type { Reply } from '#kit/contract.ts'
import type { Day } from '#kit/day.ts'
import { Problem } from '#kit/problem.ts'
import { call } from '#kit/web/call.ts'
import { useFormat } from '#kit/web/format.tsx'
import { kitText } from '#kit/web/kit-text.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import type { rememberKeys } from '#kit/web/request-keys.ts'
import { useText } from '#kit/web/text.tsx'
import { typedDay } from '#kit/web/typed-day.ts'
import { typedTime } from '#kit/web/typed-time.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Dialog } from '#kit/web/ui/dialog.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import type { DeliveryPromise } from '../contract.ts'
import { staffOrderingCalls } from '../staff-contract.ts'
import { type Catalogue, type Entry, orderOf } from './entry.ts'
import { type Fault, faultsOf } from './faults.ts'
import { LookWorks } from './look-works.tsx'
import { prescriberWords } from './prescriber.ts'
import { promiseIn } from './promise-in.ts'
import { verdictWords } from './promise-words.ts'
import { StaffUnderWay } from './staff-known-patient.tsx'
import { staffOrderingText } from './staff-new-case-text.ts'
import { orderingText } from './text.ts'
import { VerdictLine } from './verdict-line.tsx'

export type Entered = Reply<typeof staffOrderingCalls.enter>['data']

type LookProps = {
  offered: Reply<typeof staffOrderingCalls.prepare>['data']
  entry: Entry
  catalogue: Catalogue
  isImpressionHere: boolean
  promise: DeliveryPromise | null | undefined
  wishedOn: Day | undefined
  keyOf: ReturnType<typeof rememberKeys>
  onClose: () => void
  /** `isNext`: the user has another slip of this practice to enter. */
  onEntered: (made: Entered, isNext: boolean) => void
  onRefused: (faults: Fault[]) => void
}

/** Reviews the entered order, with its day, before it is created. */
export function StaffLook(props: LookProps) {
  const { offered, entry, catalogue, isImpressionHere, promise, keyOf, onClose, onEntered, onRefused } = props
  const words = useText(orderingText)
  const { look: t, ...rest } = useText(staffOrderingText)
  const { common } = useText(kitText)
  const { today, zone } = useFormat()
  const sentence = useProblemText()
  const [sending, setSending] = useState<'this' | 'next'>()
  const [failure, setFailure] = useState<string>()
  /** The server's newer promise: pressing again accepts it. */
  const [told, setTold] = useState<{ promise: DeliveryPromise | null }>()
  const shown = told ? told.promise : promise

  async function send(which: 'this' | 'next') {
    const { draftId: _, ...order } = orderOf(entry, { catalogue, today: today(), zone, draftId: undefined })
    const body = {
      ...order,
      isImpressionHere: order.printType === 'physical' && isImpressionHere,
      // Absent if no day was shown: there is then nothing that the server's day could differ from.
      ...(shown === undefined ? {} : { promisedDate: shown?.deliveryDate ?? null }),
    }
    const params = { id: offered.practice.id }
    setSending(which)
    setFailure(undefined)
    try {
      const { data } = await call(staffOrderingCalls.enter, { params, body, key: keyOf({ ...params, ...body }) })
      onEntered(data, which === 'next')
    } catch (error) {
      setSending(undefined)
      if (error instanceof Problem && error.code === 'promise_changed') return setTold({ promise: promiseIn(error) })
      const errors = error instanceof Problem && error.code === 'input_invalid' ? (error.details.errors ?? []) : []
      const found = faultsOf(errors, entry, catalogue, words)
      if (found.length > 0) return onRefused(found)
      setFailure(sentence(error, rest.problems))
    }
  }
  const isSending = sending !== undefined
  return (
    <Dialog
      open
      onClose={onClose}
      // A request on its way cannot be cancelled by closing.
      onBeforeClose={() => !isSending}
      size="lg"
      title={t.title(offered.practice.name)}
      isReadFirst
      closeLabel={common.close}
      footer={
        <>
          <Button disabled={isSending} onClick={onClose}>
            {t.back}
          </Button>
          <Button disabled={sending === 'this'} pending={sending === 'next'} onClick={() => void send('next')}>
            {t.enterNext}
          </Button>
          <Button
            variant="primary"
            disabled={sending === 'next'}
            pending={sending === 'this'}
            onClick={() => void send('this')}
          >
            {t.enter}
          </Button>
        </>
      }
    >
      <div className="look">
        {failure && (
          <Notice tone="late" live title={rest.notEntered}>
            {failure}
          </Notice>
        )}
        <StaffUnderWay practiceId={offered.practice.id} code={entry.patientCode.trim()} />
        {told && <Notice tone="warn" live title={t.moved} />}
        <Facts {...props} promise={shown} />
        <LookWorks products={entry.products} catalogue={catalogue} />
        {entry.comment.trim() && (
          <div>
            <h3>{words.look.comment}</h3>
            <p className="look__comment">{entry.comment.trim()}</p>
          </div>
        )}
      </div>
    </Dialog>
  )
}

function Facts({ offered, entry, isImpressionHere, promise, wishedOn }: LookProps) {
  const words = useText(orderingText)
  const { look: t, impression, practiceReference } = useText(staffOrderingText)
  const format = useFormat()
  const appointmentOn = typedDay(entry.appointmentDay, format.today())
  const verdict = promise && verdictWords(promise, wishedOn, offered.appointmentBufferDays, words.promise)
  const place = entry.printType === 'physical' ? (isImpressionHere ? 'here' : 'collected') : 'optical'
  const reference = entry.practiceReference.trim()
  return (
    <dl className="descriptions">
      <div>
        <dt>{words.summary.patient}</dt>
        <dd>
          <bdi className="strong">{entry.patientCode.trim()}</bdi>
          {entry.patient.trim() && (
            <>
              {' · '}
              <bdi>{entry.patient.trim()}</bdi>
            </>
          )}
        </dd>
      </div>
      <div>
        <dt>{words.prescriber.label}</dt>
        <dd>
          <bdi>{prescriberWords(entry, offered.prescribers)}</bdi>
        </dd>
      </div>
      <div>
        <dt>{impression.title}</dt>
        <dd>{impression[place]}</dd>
      </div>
      <div>
        <dt>{words.look.appointment}</dt>
        <dd>
          {appointmentOn ? `${format.nearDay(appointmentOn)} ${typedTime(entry.appointmentTime)}` : words.look.none}
        </dd>
      </div>
      {wishedOn && (
        <div>
          <dt>{words.look.wished}</dt>
          <dd>{format.nearDay(wishedOn)}</dd>
        </div>
      )}
      {reference && (
        <div>
          <dt>{practiceReference}</dt>
          <dd>
            <bdi>{reference}</bdi>
          </dd>
        </div>
      )}
      {promise !== undefined && (
        <div>
          <dt>{t.delivery}</dt>
          <dd className="strong">{promise ? format.nearDay(promise.deliveryDate) : t.noDay}</dd>
          {verdict && (
            <dd>
              <VerdictLine {...verdict} />
            </dd>
          )}
        </div>
      )}
    </dl>
  )
}
